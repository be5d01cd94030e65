import sharp from 'sharp'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/cached-detections.ts'
import { previewStep } from '../../src-main/analysis/preview/preview-step.ts'
import { sharpnessStep } from '../../src-main/analysis/sharpness/sharpness-step.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import type { StepContext } from '../../src-main/analysis/step/step.ts'
import { areFocusStack } from '../../src-main/core/catalog/stacks/focus-stack.ts'
import { arePanorama } from '../../src-main/core/catalog/stacks/panorama.ts'
import { listCoco } from './coco.ts'
import { figure, printFigures, type Figure, type ModelSet } from './figures.ts'
import { listKinds } from './kinds-photos.ts'

/** The same random numbers in each run. */
function createRandom(): (from: number, to: number) => number {
  let state = 7
  return (from, to) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from + ((to - from) * state) / 2 ** 32
  }
}
const random = createRandom()

/** A part of a photo by its middle and size in pixels, moved into the photo, in another brightness. */
type Part = { x: number; y: number; width: number; height: number; gain?: number }
type Picture = { path: string; width: number; height: number }

async function cut({ path, width: wide, height: high }: Picture, { x, y, gain = 1, ...size }: Part): Promise<Buffer> {
  const [width, height] = [Math.min(wide, Math.floor(size.width)), Math.min(high, Math.floor(size.height))]
  const place = (middle: number, side: number, all: number) =>
    Math.round(Math.min(all - side, Math.max(0, middle - side / 2)))
  return sharp(path)
    .extract({ left: place(x, width, wide), top: place(y, height, high), width, height })
    .linear(gain, 0)
    .jpeg({ quality: 90 })
    .toBuffer()
}

type Series = { kind: string; frames: Buffer[] }

/** Frames of a panorama from a photo: 25 to 55 % overlap, held by hand; empty where the photo has no room for three. */
async function panoramasOf(picture: Picture): Promise<Series[]> {
  const { width, height } = picture
  const made: Series[] = []
  for (const ratio of [2 / 3, 4 / 3]) {
    const turn = 1 - random(0.25, 0.55)
    const wanted = Math.floor(random(3, 6))
    const wide = Math.min(width / (1 + (wanted - 1) * turn), 0.95 * height * ratio)
    const count = Math.min(6, Math.floor((width - wide) / (wide * turn)) + 1)
    if (count < 3) continue
    const high = wide / ratio
    const y = random(high / 2, height - high / 2)
    const parts = Array.from({ length: count }, (_, i) => ({
      x: wide / 2 + i * wide * turn + random(-0.04, 0.04) * wide,
      y: y + random(-0.03, 0.03) * high,
      width: wide,
      height: high,
      gain: random(0.95, 1.05),
    }))
    made.push({ kind: 'panorama', frames: await cutAll(picture, random(0, 1) < 0.5 ? parts : parts.reverse()) })
  }
  return made
}

const cutAll = (picture: Picture, parts: readonly Part[]): Promise<Buffer[]> =>
  Promise.all(parts.map((part) => cut(picture, part)))

/** What is taken in a row and is no panorama: a burst, views of one place, a way towards something, a way along it. */
async function othersOf(picture: Picture): Promise<Series[]> {
  const { width, height } = picture
  const middle = { x: width / 2, y: height / 2 }
  const parts = (count: number, of: (i: number) => Part) => Array.from({ length: count }, (_, i) => of(i))
  const scaled = (scale: number) => ({ width: width * scale, height: height * scale })
  const burst = parts(5, () => ({
    x: middle.x + random(-0.06, 0.06) * width,
    y: middle.y + random(-0.05, 0.05) * height,
    ...scaled(0.75),
    gain: random(0.93, 1.07),
  }))
  const views = parts(4, () => ({ x: random(0, width), y: random(0, height), ...scaled(random(0.4, 0.75)) }))
  const towards = parts(4, (i) => ({
    x: middle.x + random(-0.08, 0.08) * width,
    y: middle.y,
    ...scaled(0.95 - 0.15 * i),
  }))
  const step = width / 3.3
  const along = parts(3, (i) => ({
    x: step / 2 + i * step * 1.12,
    y: middle.y + random(-0.04, 0.04) * height,
    width: step,
    height: Math.min(height * 0.9, step * 1.3),
  }))
  return [
    { kind: 'burst', frames: await cutAll(picture, burst) },
    { kind: 'views of one place', frames: await cutAll(picture, views) },
    { kind: 'on the way towards', frames: await cutAll(picture, towards) },
    { kind: 'along, without overlap', frames: await cutAll(picture, along) },
  ]
}

/** Different photos of one subject in a row, all 4:3, such as portraits and streets. */
async function strangersOf(pictures: readonly (Picture & { label: string })[]): Promise<Series[]> {
  const series: Series[] = []
  for (const group of Map.groupBy(pictures, ({ label }) => label).values()) {
    for (let i = 0; i + 3 <= group.length; i += 4) {
      const frames = group.slice(i, i + 4).map((picture) => {
        const width = Math.min(picture.width, (picture.height * 4) / 3)
        return cut(picture, { x: picture.width / 2, y: picture.height / 2, width, height: (width * 3) / 4 })
      })
      series.push({ kind: 'other photos', frames: await Promise.all(frames) })
    }
  }
  return series
}

async function isPanorama({ frames }: Series): Promise<boolean> {
  const placeholders = await Promise.all(frames.map(placeholderOf))
  return arePanorama(
    placeholders.map((placeholder, id) => ({ ...shotAt(id), placeholder, camera: '', openMs: 0, person: 'free' })),
  )
}

const shotAt = (id: number) => ({ id, takenMs: id * 2000, exposure: 0, focalLength: 280 })

async function placeholderOf(frame: Buffer): Promise<Uint8Array> {
  const photo = await decodePhoto(frame)
  const found = await previewStep.run({ photo } as StepContext)
  return found.placeholder!
}

// Focus

const FRAMES = 7
/** Radius of the blur in pixels of a 640 px photo, by how far the focus is off. */
const BLURS = [0, 0.8, 1.6, 2.4, 3.2]

/** The photo with the focus from its lower edge to its upper one, as over a meadow. */
async function focusStackOf(path: string): Promise<Buffer[]> {
  const levels = await Promise.all(
    BLURS.map((sigma) => {
      const picture = sharp(path).toColourspace('srgb').removeAlpha()
      return (sigma === 0 ? picture : picture.blur(sigma)).raw().toBuffer({ resolveWithObject: true })
    }),
  )
  const { width, height, channels } = levels[0]!.info
  const row = width * channels
  return Promise.all(
    Array.from({ length: FRAMES }, (_, i) => {
      const data = Buffer.alloc(row * height)
      for (let y = 0; y < height; y++) {
        const off = Math.abs(1 - y / height - i / (FRAMES - 1))
        const level = Math.min(BLURS.length - 1, Math.round(2 * off * (BLURS.length - 1)))
        levels[level]!.data.copy(data, y * row, y * row, (y + 1) * row)
      }
      return sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 92 }).toBuffer()
    }),
  )
}

/** A burst out of the hand, some frames of which are shaken. */
function shakenBurstOf(picture: Picture): Promise<Buffer[]> {
  return Promise.all(
    Array.from({ length: FRAMES }, async () => {
      const [x, y] = [random(0.49, 0.51) * picture.width, random(0.49, 0.51) * picture.height]
      const frame = await cut(picture, { x, y, width: picture.width * 0.95, height: picture.height * 0.95 })
      const sigma = random(-1.5, 3)
      return sigma < 0.3 ? frame : sharp(frame).blur(sigma).jpeg({ quality: 92 }).toBuffer()
    }),
  )
}

async function isFocusStack(frames: readonly Buffer[], models: Models): Promise<boolean> {
  const known = []
  for (const [id, frame] of frames.entries()) {
    const photo = await decodePhoto(frame)
    const context = { photo, models, found: {}, detections: createCachedDetections(photo, models) }
    const { sharpness } = await sharpnessStep.run(context)
    known.push({
      ...shotAt(id),
      placeholder: await placeholderOf(frame),
      focusDistance: null,
      subject: sharpness!.subject,
    })
  }
  return areFocusStack(known)
}

const percent = (flags: readonly boolean[]): number => flags.filter(Boolean).length / flags.length

/**
 * Panoramas and focus stacks made from photos, and series that are neither. Thresholds were fitted on the photos of
 * even places; these figures are of the others.
 */
export async function evaluateSets({ name, models }: ModelSet): Promise<Figure[]> {
  const half = Number(process.env['SETS_HALF'] ?? 1)
  const ofHalf = <T>(list: readonly T[]): T[] => list.filter((_, i) => i % 2 === half)
  const pictures: (Picture & { label: string; isCoco: boolean })[] = []
  const kinds = listKinds()
  const all = [
    ...ofHalf(listCoco()).map(({ path }) => ({ path, label: '', isCoco: true })),
    ...ofHalf(kinds).map(({ path, label }) => ({ path, label, isCoco: false })),
  ]
  for (const one of all) {
    const { width, height } = await sharp(one.path).metadata()
    pictures.push({ ...one, width, height })
  }
  if (pictures.length === 0) return []
  const large = pictures.filter(({ width, height }) => width >= 280 && height >= 200)
  const series = [
    ...(await Promise.all(large.map(panoramasOf))).flat(),
    ...(await Promise.all(large.map(othersOf))).flat(),
    ...(await strangersOf(pictures.filter(({ isCoco }) => !isCoco))),
  ]
  const judged = await Promise.all(series.map(async (one) => ({ kind: one.kind, is: await isPanorama(one) })))
  const panoramas = judged.filter(({ kind }) => kind === 'panorama')
  const others = judged.filter(({ kind }) => kind !== 'panorama')
  const wrong = Object.entries(Object.groupBy(others, ({ kind }) => kind)).map(
    ([kind, list = []]) => `${kind} ${list.filter(({ is }) => is).length} of ${list.length}`,
  )
  const scenes = large.filter(({ isCoco }) => isCoco).slice(0, 24)
  const stacks: boolean[] = []
  const bursts: boolean[] = []
  for (const scene of scenes) {
    stacks.push(await isFocusStack(await focusStackOf(scene.path), models))
    bursts.push(await isFocusStack(await shakenBurstOf(scene), models))
  }
  return [
    figure('sets: panoramas found', name, percent(panoramas.map(({ is }) => is)), {
      least: 0.45,
      note: `of ${panoramas.length}`,
    }),
    figure('sets: other series taken for a panorama', name, percent(others.map(({ is }) => is)), {
      most: 0.01,
      note: wrong.join(', '),
    }),
    figure('sets: focus stacks without distances found', name, percent(stacks), { note: `of ${stacks.length}` }),
    figure('sets: bursts taken for a focus stack', name, percent(bursts), { most: 0.05, note: `of ${bursts.length}` }),
  ]
}

if (import.meta.main) await printFigures(evaluateSets)
