import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import type { Raster } from '../../src-main/analysis/photo/photo.ts'
import type { PhotoMetadata } from '../../src-main/contract/library/photo.ts'
import type { StackSet } from '../../src-main/contract/library/stacks.ts'
import { blurAround, gaussianBlur, jpegOf, maskAround, motionBlur } from './blurred.ts'
import { listCoco, type CocoPhoto } from './coco.ts'
import { listKinds } from './kinds-photos.ts'
import { focusStackOf, panoramasOf, randomOf, type Picture } from './sets.ts'

/** A frame's faults. */
type Flaw = 'defocus' | 'motion' | 'exposure' | 'closed-eyes' | 'focus-behind' | 'subject-blurred'
/** The centres of both eyes in pixels of the picture, and whether they were painted shut. */
export type Eyes = { left: Point; right: Point; isClosed: boolean }
type Point = { x: number; y: number }
/** `quality` is 1 for the best frames of a burst, and falls with its faults; frames of a set have 1 each. */
export type MadeFrame = {
  bytes: Buffer
  quality: number
  flaw: Flaw | null
  eyes: Eyes[]
  /** The camera's metadata; `at` is the time in seconds after the first frame. */
  shot: { at: number } & Partial<PhotoMetadata>
}
export type BurstKind =
  | 'out of focus'
  | 'moved'
  | 'exposed otherwise'
  | 'focus behind the subject'
  | 'subject alone blurred'
  | 'eyes closed'
  | 'several faces'
  | 'bracket'
  | 'panorama'
  | 'focus stack'
/** A burst whose best frames are known, or a set, whose frames are all equal. It is created on demand. */
export type MadeBurst = { name: string; kind: BurstKind; set: StackSet | null; make(): Promise<MadeFrame[]> }

/** The number of bursts of each kind created from each half of the photos: 174. */
const COUNTS: Readonly<Record<BurstKind, number>> = {
  'out of focus': 24,
  moved: 32,
  'exposed otherwise': 18,
  'focus behind the subject': 12,
  'subject alone blurred': 24,
  'eyes closed': 20,
  'several faces': 12,
  bracket: 12,
  panorama: 10,
  'focus stack': 10,
}

/**
 * The bursts from the photos at even positions in their lists (`half` 0), or from the others. Fewer of a kind if there
 * are too few photos for it. Empty if the photos are not on this machine.
 */
export async function listBursts(half: 0 | 1): Promise<MadeBurst[]> {
  const ofHalf = <T>(list: readonly T[]): T[] => list.filter((_, i) => i % 2 === half)
  const coco = ofHalf(listCoco())
  const pictures = await largeOnes([...coco, ...ofHalf(listKinds())])
  const masked = coco.filter(({ subject }) => subject !== null && subject.area > 0.03 && subject.area < 0.6)
  const people = withEyes(pictures)
  const wide = pictures.filter(({ width, height }) => width >= 1.3 * height)
  const still = await largeOnes(coco)
  return [
    ...made('out of focus', pictures, 0, null, defocused),
    ...made('moved', pictures, 1, null, moved),
    ...made('exposed otherwise', pictures, 2, null, exposed),
    ...made('focus behind the subject', masked, 0, null, focusedBehind),
    ...made('subject alone blurred', masked, 1, null, subjectBlurred),
    ...made('eyes closed', people, 0, null, blinking),
    ...made('several faces', people, 1, null, (photo, random, place) =>
      blinkingInTurn(beside(people, photo, place), random),
    ),
    ...made('bracket', pictures, 3, 'bracket', bracketed),
    ...made('panorama', wide, 0, 'panorama', panorama),
    ...made('focus stack', still, 4, 'focus-stack', focusStack),
  ]
}

type Named = { name: string; path: string }
type Random = (from: number, to: number) => number
type Maker<Photo> = (photo: Photo, random: Random, place: number) => Promise<MadeFrame[]>

/** Takes photos spread over the list, different ones for each kind; a short list is repeated with other numbers. */
function made<Photo extends Named>(
  kind: BurstKind,
  photos: readonly Photo[],
  offset: number,
  set: StackSet | null,
  make: Maker<Photo>,
): MadeBurst[] {
  if (photos.length === 0) return []
  const step = Math.max(1, Math.floor(photos.length / COUNTS[kind]))
  return Array.from({ length: Math.min(COUNTS[kind], 3 * photos.length) }, (_, place) => {
    const photo = photos[(offset + place * step) % photos.length]!
    const name = `${kind} ${photo.name} ${place}`
    return { name, kind, set, make: () => make(photo, randomOf(name), place) }
  })
}

/** Smaller pictures show too little of a blur. */
const [MIN_WIDTH, MIN_HEIGHT] = [240, 200]

async function largeOnes(photos: readonly Named[]): Promise<(Named & Picture)[]> {
  const measured = await Promise.all(
    photos.map(async ({ name, path }) => {
      const { width, height } = await sharp(path).metadata()
      return { name, path, width, height }
    }),
  )
  return measured.filter(({ width, height }) => width >= MIN_WIDTH && height >= MIN_HEIGHT)
}

// Frames of a burst

type Change = {
  sigma?: number
  motion?: { length: number; degrees: number }
  gain?: number
  eyes?: readonly Eyes[]
  quality?: number
  flaw?: Flaw
}

/** A hand's movement as a share of the side, and a camera's variation as a share of the brightness. */
const [HELD, STEADY] = [0.015, 0.03]
/** Seconds between the frames of a burst. */
const BURST_S = 0.25
const SETTINGS = { exposureTime: 1 / 250, aperture: 4, iso: 200, focalLength: 50 }

/** Handheld frames of one scene, each with its own noise and JPEG losses. */
async function burstOf(raster: Raster, changes: readonly Change[], random: Random): Promise<MadeFrame[]> {
  const frames: MadeFrame[] = []
  for (const [place, change] of shuffled(changes, random).entries()) {
    const { sigma = 0, motion, gain = 1, eyes = [], quality = 1, flaw = null } = change
    let picture = closeEyes(raster, eyes)
    picture = await gaussianBlur(picture, sigma)
    if (motion) picture = await motionBlur(picture, motion.length, motion.degrees)
    const held = await heldPart(picture, random)
    frames.push({
      bytes: await jpegOf(held.raster, Math.floor(random(1, 1e6)), gain * random(1 - STEADY, 1 + STEADY)),
      quality,
      flaw,
      eyes: eyes.map(({ left, right, isClosed }) => ({ left: held.at(left), right: held.at(right), isClosed })),
      shot: { at: place * BURST_S, ...SETTINGS },
    })
  }
  return frames
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list]
  return list.map(() => rest.splice(Math.floor(random(0, rest.length)), 1)[0]!)
}

async function heldPart({ width, height, data }: Raster, random: Random) {
  const [wide, high] = [Math.round(width * (1 - 2 * HELD)), Math.round(height * (1 - 2 * HELD))]
  const [left, top] = [Math.floor(random(0, width - wide)), Math.floor(random(0, height - high))]
  const part = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: wide, height: high })
    .raw()
    .toBuffer()
  const raster: Raster = { width: wide, height: high, data: part }
  return { raster, at: ({ x, y }: Point): Point => ({ x: x - left, y: y - top }) }
}

const pixelsOf = async ({ path }: Named): Promise<Raster> => (await decodePhoto(path)).pixels

// Kinds

/** One frame in focus, the others more or less out of focus. */
const defocused: Maker<Named> = async (photo, random, place) =>
  burstOf(
    await pixelsOf(photo),
    [
      {},
      ...Array.from({ length: 2 + (place % 4) }, (): Change => {
        const sigma = random(0.8, 3)
        return { sigma, quality: 1 - sigma / 3, flaw: 'defocus' }
      }),
    ],
    random,
  )

/** Lengths of motion in pixels, and directions in degrees. */
const LENGTHS = [5, 7, 9, 11]
const DIRECTIONS = [0, 22.5, 45, 67.5, 90, 112.5, 135, 157.5]

/** One frame held still, the others moved, each burst beginning with another of the eight directions. */
const moved: Maker<Named> = async (photo, random, place) =>
  burstOf(
    await pixelsOf(photo),
    [
      {},
      ...Array.from({ length: 2 + (place % 4) }, (_, i): Change => {
        const length = LENGTHS[Math.floor(random(0, LENGTHS.length))]!
        const degrees = DIRECTIONS[(place + 3 * i) % DIRECTIONS.length]!
        return { motion: { length, degrees }, quality: 1 - length / 12, flaw: 'motion' }
      }),
    ],
    random,
  )

/** Most frames are exposed correctly, one is much too bright and one much too dark, as from a flash or a cloud. */
const exposed: Maker<Named> = async (photo, random, place) => {
  const off = (gain: number): Change => ({ gain, quality: 0.3, flaw: 'exposure' })
  const right = Array.from({ length: 2 + (place % 3) }, (): Change => ({}))
  return burstOf(
    await pixelsOf(photo),
    [...right, off(random(1.7, 2.3)), ...(place % 2 === 0 ? [off(random(0.3, 0.45))] : [])],
    random,
  )
}

/** A frame with the subject in focus before a soft ground, and two with the focus behind the subject. */
async function focusedBehind({ path, subject }: CocoPhoto, random: Random): Promise<MadeFrame[]> {
  const raster = (await decodePhoto(path)).pixels
  const mask = await maskAround(subject!, raster)
  const frameOf = async (part: 'subject' | 'ground', sigma: number, change: Change) =>
    burstOf(blurAround(raster, mask, await gaussianBlur(raster, sigma), part), [change], random)
  const behind: Change = { quality: 0.3, flaw: 'focus-behind' }
  const near = await frameOf('ground', 1.5, {})
  return inTurn(
    [near, await frameOf('subject', random(1.5, 2.5), behind), await frameOf('subject', random(1.5, 2.5), behind)],
    random,
  )
}

/** One sharp frame, and two whose subject alone is out of focus, or has moved; the ground is sharp in all. */
async function subjectBlurred({ path, subject }: CocoPhoto, random: Random, place: number): Promise<MadeFrame[]> {
  const raster = (await decodePhoto(path)).pixels
  const mask = await maskAround(subject!, raster)
  const blurred = (i: number): Promise<Raster> =>
    place % 2 === 0
      ? gaussianBlur(raster, random(1.5, 2.5))
      : motionBlur(raster, LENGTHS[1 + i]!, DIRECTIONS[(place + 3 * i) % DIRECTIONS.length])
  const frames = [await burstOf(raster, [{}], random)]
  for (const i of [0, 1]) {
    const picture = blurAround(raster, mask, await blurred(i), 'subject')
    frames.push(await burstOf(picture, [{ quality: 0.3, flaw: 'subject-blurred' }], random))
  }
  return inTurn(frames, random)
}

/** Frames of one each, shuffled, one after the other. */
const inTurn = (frames: readonly MadeFrame[][], random: Random): MadeFrame[] =>
  shuffled(frames.flat(), random).map((frame, place) => ({ ...frame, shot: { ...frame.shot, at: place * BURST_S } }))

/**
 * The largest face has open eyes in two frames, one of them out of focus, and shut eyes in two. In every second burst
 * the correct frame is a little softer than those with shut eyes: a blink is worse than that.
 */
const blinking: Maker<Seen> = async (photo, random, place) => {
  const { raster, eyes: open } = await largestFace(photo)
  const eyes = (isClosed: boolean): Eyes[] => [{ ...open, isClosed }]
  const shut: Change = { eyes: eyes(true), quality: 0.2, flaw: 'closed-eyes' }
  return burstOf(
    raster,
    [
      { eyes: eyes(false), sigma: place % 2 === 0 ? 0 : 0.5 },
      { eyes: eyes(false), sigma: 1.8, quality: 0.4, flaw: 'defocus' },
      shut,
      shut,
    ],
    random,
  )
}

/** Two or three people side by side: all eyes are open in one frame; in each other one at least one person blinks. */
async function blinkingInTurn(people: readonly Seen[], random: Random): Promise<MadeFrame[]> {
  const { raster, eyes } = await joined(people)
  const turns = Array.from({ length: 4 }, (_, i): Change => {
    const blinks = eyes.map((_, k) => k === i % eyes.length || random(0, 1) < 0.15)
    return {
      eyes: eyes.map((each, k) => ({ ...each, isClosed: blinks[k]! })),
      quality: 1 - (0.4 + 0.6 * (blinks.filter(Boolean).length / eyes.length)),
      flaw: 'closed-eyes',
    }
  })
  return burstOf(raster, [{ eyes }, ...turns], random)
}

/** A photo and the next one or two in the list. */
const beside = (people: readonly Seen[], photo: Seen, place: number): Seen[] =>
  Array.from({ length: 2 + (place % 2) }, (_, k) => people[(people.indexOf(photo) + k) % people.length]!)

/**
 * Width and height of each person's part in pixels; its height in distances between the eyes, and their place in it.
 */
const [PART_WIDE, PART_HIGH, EYES_APART, EYES_DOWN] = [240, 360, 6, 0.42]

/** The largest face of each photo, with its surroundings, as one picture. */
async function joined(people: readonly Seen[]): Promise<{ raster: Raster; eyes: Eyes[] }> {
  const parts: { input: Buffer; left: number; top: number }[] = []
  const eyes: Eyes[] = []
  for (const [k, person] of people.entries()) {
    const {
      raster: { width, height, data },
      eyes: { left, right },
    } = await largestFace(person)
    const apart = Math.hypot(left.x - right.x, left.y - right.y)
    const high = Math.floor(Math.min(height, (width * PART_HIGH) / PART_WIDE, EYES_APART * apart))
    const wide = Math.floor((high * PART_WIDE) / PART_HIGH)
    const inside = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)))
    const x = inside((left.x + right.x) / 2 - wide / 2, width - wide)
    const y = inside((left.y + right.y) / 2 - EYES_DOWN * high, height - high)
    const input = await sharp(data, { raw: { width, height, channels: 3 } })
      .extract({ left: x, top: y, width: wide, height: high })
      .resize(PART_WIDE, PART_HIGH)
      .png()
      .toBuffer()
    parts.push({ input, left: k * PART_WIDE, top: 0 })
    const at = (point: Point): Point => ({
      x: k * PART_WIDE + ((point.x - x) * PART_WIDE) / wide,
      y: ((point.y - y) * PART_HIGH) / high,
    })
    eyes.push({ left: at(left), right: at(right), isClosed: false })
  }
  const [width, height] = [people.length * PART_WIDE, PART_HIGH]
  const data = await sharp({ create: { width, height, channels: 3, background: 'black' } })
    .composite(parts)
    .removeAlpha()
    .raw()
    .toBuffer()
  return { raster: { width, height, data }, eyes }
}

/** Three to five exposures of one scene, two stops apart; every third time the files do not record them. */
const bracketed: Maker<Named> = async (photo, random, place) => {
  const stops = place % 2 === 0 ? [0, -2, 2] : [0, -2, 2, -4, 4]
  const raster = await pixelsOf(photo)
  const frames: MadeFrame[] = []
  for (const [i, stop] of stops.entries()) {
    // A camera's tone curve removes some of the difference.
    const [frame] = await burstOf(raster, [{ gain: 2 ** (stop / 2.5) }], random)
    const settings = place % 3 === 2 ? {} : { ...SETTINGS, exposureTime: SETTINGS.exposureTime * 2 ** stop }
    frames.push({ ...frame!, shot: { at: i * 0.5, ...settings } })
  }
  return frames
}

const panorama: Maker<Named & Picture> = async (picture, random) => {
  const [series] = await panoramasOf(picture, random)
  return series === undefined ? [] : framesOf(series.frames, 2)
}

/** Six to nine frames; of every second stack each other frame. */
const focusStack: Maker<Named & Picture> = async (picture, random, place) => {
  const frames = await focusStackOf(picture, random)
  return framesOf(place % 2 === 0 ? frames : frames.filter((_, i) => i % 2 === 0), 1)
}

const framesOf = (files: readonly Buffer[], seconds: number): MadeFrame[] =>
  files.map((bytes, i) => ({ bytes, quality: 1, flaw: null, eyes: [], shot: { at: i * seconds, ...SETTINGS } }))

// Eyes

type Seen = Named & { eyes: Eyes[] }

/** Photos of people whose open eyes were measured by the face detector and checked one by one, the largest first. */
function withEyes(photos: readonly Named[]): Seen[] {
  const list = join(import.meta.dirname, 'open-eyes.json')
  if (!existsSync(list)) return []
  const known = JSON.parse(readFileSync(list, 'utf8')) as Record<string, [number, number, number, number][]>
  return photos.flatMap((photo) => {
    const eyes = (known[photo.name] ?? []).map(([leftX, leftY, rightX, rightY]) => ({
      left: { x: leftX, y: leftY },
      right: { x: rightX, y: rightY },
      isClosed: false,
    }))
    return eyes.length === 0 ? [] : [{ ...photo, eyes }]
  })
}

/** The pixels of a photo, with the eyes of its largest face in them: the list has them in pixels of the file. */
async function largestFace({ path, eyes: [first] }: Seen): Promise<{ raster: Raster; eyes: Eyes }> {
  const { pixels, width } = await decodePhoto(path)
  const scale = pixels.width / width
  const scaled = ({ x, y }: Point): Point => ({ x: scale * x, y: scale * y })
  return { raster: pixels, eyes: { left: scaled(first!.left), right: scaled(first!.right), isClosed: false } }
}

/** Half the width and height of an eye with its lids, in distances between the eyes. */
const [EYE_WIDE, EYE_HIGH] = [0.27, 0.17]
/**
 * Where the skin of a lid is copied from: how far below the eye it begins, in the same distances, and how much narrower
 * and lower it is than the lid. Above the eye there are brows, and beside it there may be hair.
 */
const SKIN = { below: 0.2, wide: 0.7, high: 0.2 }
/** A lid beside that skin: its brightness in the middle, and how much it grows downwards in a distance. */
const LID = { bright: 0.9, grows: 0.2 }
/** The line of the lashes: half its height, how far it hangs in the middle, and the brightness it leaves. */
const [LASH_HIGH, LASH_HANGS, LASH_DARK] = [0.022, 0.055, 0.42]

/** Paints the eyes to be closed: the lid with the skin below the eye, and a line of lashes. */
function closeEyes(raster: Raster, eyes: readonly Eyes[]): Raster {
  const closed = eyes.filter(({ isClosed }) => isClosed)
  if (closed.length === 0) return raster
  const data = new Uint8Array(raster.data)
  const picture = { ...raster, data }
  for (const { left, right } of closed)
    for (const eye of [left, right]) closeEye(raster, picture, eye, { x: right.x - left.x, y: right.y - left.y })
  return picture
}

function closeEye({ width, height, data: from }: Raster, { data: to }: Raster, eye: Point, line: Point): void {
  const apart = Math.hypot(line.x, line.y)
  const [across, down] = [
    { x: line.x / apart, y: line.y / apart },
    { x: -line.y / apart, y: line.x / apart },
  ]
  // The axis across the eyes may go either way; down is down.
  const sign = down.y < 0 ? -1 : 1
  const at = (u: number, v: number): Point => ({
    x: eye.x + apart * (u * across.x + v * sign * down.x),
    y: eye.y + apart * (u * across.y + v * sign * down.y),
  })
  const colourAt = (u: number, v: number, channel: number): number => {
    const { x, y } = at(u, v)
    const [column, row] = [
      Math.min(width - 1, Math.max(0, Math.round(x))),
      Math.min(height - 1, Math.max(0, Math.round(y))),
    ]
    return from[3 * (row * width + column) + channel]!
  }
  const reach = Math.ceil(apart * (EYE_WIDE + 0.05))
  for (let y = Math.max(0, Math.floor(eye.y - reach)); y < Math.min(height, eye.y + reach); y++) {
    for (let x = Math.max(0, Math.floor(eye.x - reach)); x < Math.min(width, eye.x + reach); x++) {
      const [dx, dy] = [(x - eye.x) / apart, (y - eye.y) / apart]
      const u = dx * across.x + dy * across.y
      const v = sign * (dx * down.x + dy * down.y)
      const far = (u / EYE_WIDE) ** 2 + (v / EYE_HIGH) ** 2
      if (far >= 1) continue
      const cover = Math.min(1, (1 - far) * 4)
      const hang = LASH_HANGS * (1 - (u / EYE_WIDE) ** 2)
      const lash = Math.max(0, 1 - Math.abs(v - hang) / LASH_HIGH / 2) * Math.min(1, (1 - Math.abs(u) / EYE_WIDE) * 3)
      for (let channel = 0; channel < 3; channel++) {
        const skin =
          (LID.bright + LID.grows * v) * colourAt(SKIN.wide * u, SKIN.below + SKIN.high * (EYE_HIGH - v), channel)
        const place = 3 * (y * width + x) + channel
        to[place] = Math.round((1 - cover) * from[place]! + cover * skin * (1 - lash * (1 - LASH_DARK)))
      }
    }
  }
}
