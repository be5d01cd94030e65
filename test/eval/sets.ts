import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { previewStep } from '../../src-main/analysis/preview/preview-step.ts'
import { lumaOfRaster } from '../../src-main/analysis/photo/luma-of-raster.ts'
import { measureDetail } from '../../src-main/analysis/sharpness/measure-detail.ts'
import type { StepContext } from '../../src-main/analysis/step/step.ts'
import { areFocusStack, type FocusFrame } from '../../src-main/library/stacks/rows/are-focus-stack.ts'
import { findPanoramas, mayBeTurned } from '../../src-main/library/stacks/rows/panorama.ts'
import { seededRandom } from '../fixtures/random.ts'
import { listCoco } from './coco.ts'
import { figure, printFigures, sampleOf, type Figure, type ModelSet } from './figures.ts'
import { listKinds } from './kinds-photos.ts'

type Random = (from: number, to: number) => number

/** Each photo has its own random numbers, so that its series are the same in each run and each sample. */
export function randomOf(path: string): Random {
  const random = seededRandom(crc32(basename(path)))
  return (from, to) => from + (to - from) * random()
}

/** A part of a photo by its centre and size in pixels, moved into the photo, in another brightness. */
type Part = { x: number; y: number; width: number; height: number; gain?: number }
export type Picture = { path: string; width: number; height: number }

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

export type Series = { kind: string; frames: Buffer[] }

/** Frames of a panorama from a photo: 25 to 55 % overlap, handheld; empty if the photo has no room for three. */
export async function panoramasOf(picture: Picture, random: Random): Promise<Series[]> {
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

/** Sequences that are not a panorama: a burst, views of one place, an approach, a walk past something. */
async function othersOf(picture: Picture, random: Random): Promise<Series[]> {
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

type Judged = { kind: string; is: boolean; views: boolean; turned: boolean[] }

/** Whether a series is found as a panorama; and whether it, or each two neighbours, would be no takes in one stack. */
async function judgeTurns({ kind, frames }: Series): Promise<Judged> {
  const placeholders = await Promise.all(frames.map(placeholderOf))
  const shots = placeholders.map((placeholder, id) => ({
    ...shotAt(id),
    placeholder,
    camera: '',
    openMs: 0,
    person: 'free' as const,
  }))
  return {
    kind,
    is: findPanoramas(shots)[0]?.length === frames.length,
    views: mayBeTurned(shots),
    turned: shots.slice(1).map((shot, i) => mayBeTurned([shots[i]!, shot])),
  }
}

const shotAt = (id: number) => ({ id, takenMs: id * 2000, exposure: 0, focalLength: 280 })

async function placeholderOf(frame: Buffer): Promise<Uint8Array> {
  const photo = await decodePhoto(frame)
  const found = await previewStep.run({ photo } as StepContext)
  return found.placeholder!
}

// Focus

/** Frames of a series. */
const [MIN_FRAMES, MAX_FRAMES] = [6, 9]
const LEVELS = 9

/** The photo with the focus from its lower edge to its upper one, or back, as over a meadow; the lens breathes. */
export async function focusStackOf({ path }: Picture, random: Random): Promise<Buffer[]> {
  const [count, widest, isBack] = [Math.floor(random(MIN_FRAMES, MAX_FRAMES + 1)), random(2, 6), random(0, 1) < 0.5]
  const levels = await Promise.all(
    Array.from({ length: LEVELS }, (_, i) => {
      const picture = sharp(path).toColourspace('srgb').removeAlpha()
      const sigma = (i * widest) / (LEVELS - 1)
      return (sigma < 0.3 ? picture : picture.blur(sigma)).raw().toBuffer({ resolveWithObject: true })
    }),
  )
  const { width, height, channels } = levels[0]!.info
  const row = width * channels
  const focus = Array.from({ length: count }, (_, i) => (isBack ? count - 1 - i : i) / (count - 1))
  return Promise.all(
    focus.map((far) => {
      const data = Buffer.alloc(row * height)
      for (let y = 0; y < height; y++) {
        const level = Math.round(Math.abs(1 - y / height - far) * (LEVELS - 1))
        levels[level]!.data.copy(data, y * row, y * row, (y + 1) * row)
      }
      const edge = Math.round(0.01 * far * width)
      return sharp(data, { raw: { width, height, channels } })
        .extract({ left: edge, top: edge, width: width - 2 * edge, height: height - 2 * edge })
        .jpeg({ quality: 92 })
        .toBuffer()
    }),
  )
}

/** A handheld burst with some shaken frames. */
async function shakenBurstOf(picture: Picture, random: Random): Promise<Buffer[]> {
  const shots = Array.from({ length: Math.floor(random(MIN_FRAMES, MAX_FRAMES + 1)) }, () => ({
    x: random(0.49, 0.51) * picture.width,
    y: random(0.49, 0.51) * picture.height,
    blur: random(-1.5, 3),
  }))
  return burstOf(
    picture,
    shots.map((shot) => ({ ...shot, scale: 0.95 })),
  )
}

/** A burst of an approaching subject: the lens follows, more or less well. */
async function followingBurstOf(picture: Picture, random: Random): Promise<Buffer[]> {
  const count = Math.floor(random(MIN_FRAMES, MAX_FRAMES + 1))
  const nearer = random(0.004, 0.03)
  const shots = Array.from({ length: count }, (_, i) => ({
    x: random(0.495, 0.505) * picture.width,
    y: random(0.495, 0.505) * picture.height,
    blur: random(-0.5, 1.2),
    scale: 0.97 - i * nearer,
  }))
  return burstOf(picture, shots)
}

type Shot = { x: number; y: number; blur: number; scale: number }

const burstOf = (picture: Picture, shots: readonly Shot[]): Promise<Buffer[]> =>
  Promise.all(
    shots.map(async ({ x, y, blur, scale }) => {
      const frame = await cut(picture, { x, y, width: picture.width * scale, height: picture.height * scale })
      return blur < 0.3 ? frame : sharp(frame).blur(blur).jpeg({ quality: 92 }).toBuffer()
    }),
  )

/** Whether all frames of a series are a focus stack, and every second one of them. */
async function judgeFocus(frames: readonly Buffer[]) {
  const known: FocusFrame[] = []
  for (const [id, frame] of frames.entries()) {
    const photo = await decodePhoto(frame)
    const { placeholder = null } = await previewStep.run({ photo } as StepContext)
    const detail = measureDetail(photo.fine ?? lumaOfRaster(photo.pixels))
    known.push({ ...shotAt(id), placeholder, detail })
  }
  return {
    many: areFocusStack(known) === true,
    few: areFocusStack(known.filter((_, i) => i % 2 === 0)) === true,
  }
}

const percent = (flags: readonly boolean[]): number => flags.filter(Boolean).length / flags.length

/**
 * Panoramas and focus stacks created from photos, and series that are neither. Thresholds were fitted on the photos at
 * even positions (`LUMAFOLD_FIT=1` measures those); these figures are of the others. Without `--all` of a part of them.
 */
export async function evaluateSets(set: ModelSet): Promise<Figure[]> {
  const half = process.env['LUMAFOLD_FIT'] === '1' ? 0 : 1
  const ofHalf = <T>(list: readonly T[]): T[] => list.filter((_, i) => i % 2 === half)
  const scenes = await measured(ofHalf(listCoco()).map(({ path }) => ({ path, label: '' })))
  const others = await measured(ofHalf(listKinds()))
  if (scenes.length === 0) return []
  // sets are recognised without a model
  if (set.name !== 'bundled') return []
  return [
    ...(await panoramaFigures(scenes, others, set.name)),
    ...(await focusFigures(scenes.filter(isLarge), set.name)),
  ]
}

type Labelled = Picture & { label: string }

const measured = (photos: readonly { path: string; label: string }[]): Promise<Labelled[]> =>
  Promise.all(
    photos.map(async ({ path, label }) => {
      const { width, height } = await sharp(path).metadata()
      return { path, label, width, height }
    }),
  )

const isLarge = ({ width, height }: Picture): boolean => width >= 280 && height >= 200

async function panoramaFigures(scenes: readonly Labelled[], others: readonly Labelled[], name: string) {
  const judged: Judged[] = []
  const judge = async (series: readonly Series[]) => {
    for (const one of series) judged.push(await judgeTurns(one))
  }
  for (const picture of sampleOf([...scenes, ...others].filter(isLarge), 60)) {
    const random = randomOf(picture.path)
    await judge(await panoramasOf(picture, random))
    await judge(await othersOf(picture, random))
  }
  await judge(await strangersOf(others))
  const panoramas = judged.filter(({ kind }) => kind === 'panorama')
  const wrong = judged.filter(({ kind }) => kind !== 'panorama')
  const note = Object.entries(Object.groupBy(wrong, ({ kind }) => kind))
    .map(([kind, list = []]) => `${kind} ${list.filter(({ is }) => is).length} of ${list.length}`)
    .join(', ')
  return [
    figure('sets: panoramas found', name, percent(panoramas.map(({ is }) => is)), {
      least: 0.45,
      note: `of ${panoramas.length}`,
    }),
    figure('sets: other series taken for a panorama', name, percent(wrong.map(({ is }) => is)), { most: 0.01, note }),
    ...turnFigures(judged, name),
  ]
}

/** If a model put two neighbours of a panorama into one stack, none may be suggested; of a slow burst one may. */
function turnFigures(judged: readonly Judged[], name: string): Figure[] {
  const of = (wanted: string) => judged.filter(({ kind }) => kind === wanted)
  const pairs = of('panorama').flatMap(({ turned }) => turned)
  const bursts = of('burst').map(({ views }) => views)
  return [
    figure('sets: neighbours in a panorama seen to be turned', name, percent(pairs), {
      least: 0.9,
      note: `of ${pairs.length}`,
    }),
    figure('sets: slow bursts taken for different views', name, percent(bursts), {
      most: 0.1,
      note: `of ${bursts.length}`,
    }),
  ]
}

async function focusFigures(scenes: readonly Picture[], name: string): Promise<Figure[]> {
  const series = [
    { what: 'focus stacks found', make: focusStackOf, least: 0.9 },
    { what: 'shaken bursts taken for a focus stack', make: shakenBurstOf, most: 0.05 },
    { what: 'bursts that follow something taken for one', make: followingBurstOf, most: 0.05 },
  ]
  const figures: Figure[] = []
  for (const { what, make, ...goal } of series) {
    const judged = []
    for (const scene of sampleOf(scenes, 12)) judged.push(await judgeFocus(await make(scene, randomOf(scene.path))))
    const note = `of ${judged.length}`
    const [many, few] = [percent(judged.map((each) => each.many)), percent(judged.map((each) => each.few))]
    figures.push(
      figure(`sets: ${what}, 6 to 9 frames`, name, many, { ...goal, note }),
      figure(`sets: ${what}, 3 to 5 frames`, name, few, { ...goal, note }),
    )
  }
  return figures
}

if (import.meta.main) await printFigures(evaluateSets)
