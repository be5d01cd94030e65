import type { TextLine } from '../../contract/analysis/text-line.ts'
import { LINE_HEIGHT } from '../models/adapters/ppocr.ts'
import type {
  GreyPicture,
  Models,
  Point,
  ReadText,
  TextDetector,
  TextDirection,
  TextReader,
} from '../models/runtime/tasks.ts'
import { lumaOfRaster } from '../photo/luma-of-raster.ts'
import type { DecodedPhoto, Luma, Raster } from '../photo/photo.ts'
import { decodeBoxes, type TurnedBox } from './decode-boxes.ts'
import { sampleGrey } from './sample-grey.ts'
import { shrinkToGrey } from './shrink-to-grey.ts'

/** The models for text; they are installed together. */
export type TextModels = { detector: TextDetector; direction: TextDirection; reader: TextReader }

/** The installed models for text; null if one of them is missing. */
export async function openTextModels(models: Models): Promise<TextModels | null> {
  const detector = await models.get('text-detection')
  const direction = await models.get('text-direction')
  const reader = await models.get('text-recognition')
  return detector && direction && reader ? { detector, direction, reader } : null
}

/** The lines of text, and whether the first look saw any, so that the rest was done. */
export type TextSearch = { lines: TextLine[]; isSeen: boolean }

/**
 * The lines of text in a photo, from top to bottom. The detector looks at a small copy first. Only if that shows lines,
 * it looks at the whole photo again and at small lines once more, and the reader reads: a photo without text costs
 * little.
 */
export async function findText(photo: DecodedPhoto, models: TextModels): Promise<TextSearch> {
  if (!(await isTextSeen(photo, models))) return { lines: [], isSeen: false }
  const luma = photo.fine ?? lumaOfRaster(photo.pixels)
  const whole = { x1: 0, y1: 0, x2: luma.width, y2: luma.height }
  const wholeScale = Math.min(MAX_SCALE, Math.sqrt(MAX_PIXELS / (luma.width * luma.height)))
  const seen = await seeClosely(luma, { area: whole, scale: wholeScale }, FIRST_SCORE, models)
  const boxes: TurnedBox[] = []
  for (const part of areasToSee(seen, luma)) {
    const isFiner = part.scale > FINER * wholeScale
    boxes.push(...(isFiner ? await seeClosely(luma, part, LINE_SCORE, models) : within(seen, part.area)))
  }
  const lines: TextLine[] = []
  for (const box of boxes.sort((a, b) => b.width * b.height - a.width * a.height).slice(0, MAX_LINES)) {
    const line = await readLine(luma, box, models)
    if (line) lines.push(toPhoto(line, photo.width / luma.width))
  }
  return { lines: lines.sort((a, b) => topOf(a) - topOf(b)), isSeen: true }
}

const topOf = ({ corners }: TextLine): number => Math.min(...corners.map(({ y }) => y))

function toPhoto({ corners, ...rest }: TextLine, scale: number): TextLine {
  const scaled = ({ x, y }: Point): Point => ({ x: Math.round(x * scale), y: Math.round(y * scale) })
  const [a, b, c, d] = corners
  return { ...rest, corners: [scaled(a), scaled(b), scaled(c), scaled(d)] }
}

// Detection

/** Longest side in pixels of the small copy. */
const FIRST_SIDE = 320
/** Mean chance of a kernel that is worth a closer look, and of one that is a line. */
const [FIRST_SCORE, LINE_SCORE] = [0.5, 0.6]
/** A look at a part of the photo shows little new unless it is finer than the one at the whole by this factor. */
const FINER = 2.5
/** Height in pixels at which the detector sees lines well. */
const GOOD_HEIGHT = 32
/** Shorter side in pixels of a closer look; in smaller pictures the detector misses even clear lines. */
const MIN_SIDE = 192
/** Small photos are enlarged by this factor at most. */
const MAX_SCALE = 1.5
/** Pixels of one closer look. */
const MAX_PIXELS = 160_000
/** More lines than a page has are no photo of something with text on it. */
const MAX_LINES = 60

type Area = { x1: number; y1: number; x2: number; y2: number }

/** Whether the small copy shows lines. */
async function isTextSeen({ pixels }: DecodedPhoto, { detector }: TextModels): Promise<boolean> {
  const scale = Math.min(1, FIRST_SIDE / Math.max(pixels.width, pixels.height))
  const size = { width: blocks(pixels.width * scale, detector), height: blocks(pixels.height * scale, detector) }
  return decodeBoxes(await detector.map(greyCopy(pixels, size)), FIRST_SCORE).length > 0
}

/** Sides are rounded to blocks, so that one of a small photo may grow. */
function greyCopy(pixels: Raster, { width, height }: Pick<GreyPicture, 'width' | 'height'>): GreyPicture {
  if (width <= pixels.width && height <= pixels.height) return shrinkToGrey(pixels, width, height)
  const all = { start: { x: 0, y: 0 }, right: { x: pixels.width, y: 0 }, down: { x: 0, y: pixels.height } }
  return sampleGrey(lumaOfRaster(pixels), all, width, height)
}

type Part = { area: Area; scale: number }

/** Lines in a part of the photo, seen at a scale. */
async function seeClosely(
  luma: Luma,
  { area: { x1, y1, x2, y2 }, scale }: Part,
  minScore: number,
  { detector }: TextModels,
): Promise<TurnedBox[]> {
  const [width, height] = [blocks((x2 - x1) * scale, detector), blocks((y2 - y1) * scale, detector)]
  const part = { start: { x: x1, y: y1 }, right: { x: x2, y: y1 }, down: { x: x1, y: y2 } }
  const map = await detector.map(sampleGrey(luma, part, width, height))
  const cell = { x1, y1, x2: x1 + (x2 - x1) / width, y2: y1 + (y2 - y1) / height }
  return decodeBoxes(map, minScore).map((box) => moved(box, cell))
}

const blocks = (pixels: number, { block }: TextDetector): number => Math.max(1, Math.round(pixels / block)) * block
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The box in other coordinates: the place of the unit square in them. */
function moved({ corners, score }: TurnedBox, { x1, y1, x2, y2 }: Area): TurnedBox {
  const [a, b, c, d] = corners.map(({ x, y }) => ({
    x: x1 + x * (x2 - x1),
    y: y1 + y * (y2 - y1),
  })) as TurnedBox['corners']
  return { corners: [a, b, c, d], width: distance(a, b), height: distance(a, d), score }
}

/** The parts of the photo that have lines, and the scale at which the smallest of their lines is high enough. */
function areasToSee(boxes: readonly TurnedBox[], luma: Luma): Part[] {
  const parts = boxes.map((box) => ({ area: around(box, luma), least: Math.min(box.width, box.height) }))
  for (let i = 0; i < parts.length; i++) {
    const other = parts.findIndex(({ area }, k) => k > i && overlap(area, parts[i]!.area))
    if (other < 0) continue
    const [{ area, least }] = parts.splice(other, 1) as [(typeof parts)[number]]
    const own = parts[i]!
    parts[i] = { area: join(own.area, area), least: Math.min(own.least, least) }
    i = -1 // the larger part may touch earlier ones now
  }
  return parts.map(({ area, least }) => {
    const [width, height] = [area.x2 - area.x1, area.y2 - area.y1]
    const wanted = Math.max(GOOD_HEIGHT / least, MIN_SIDE / Math.min(width, height))
    return { area, scale: Math.min(MAX_SCALE, wanted, Math.sqrt(MAX_PIXELS / (width * height))) }
  })
}

/** A box with room for what a small copy does not show: the ends of its line, and lines above and below. */
function around({ corners, width, height }: TurnedBox, luma: Luma): Area {
  const room = Math.min(width, height)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return {
    x1: Math.max(0, Math.floor(Math.min(...xs) - room)),
    y1: Math.max(0, Math.floor(Math.min(...ys) - room)),
    x2: Math.min(luma.width, Math.ceil(Math.max(...xs) + room)),
    y2: Math.min(luma.height, Math.ceil(Math.max(...ys) + room)),
  }
}

const overlap = (a: Area, b: Area): boolean => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2
const join = (a: Area, b: Area): Area => ({
  x1: Math.min(a.x1, b.x1),
  y1: Math.min(a.y1, b.y1),
  x2: Math.max(a.x2, b.x2),
  y2: Math.max(a.y2, b.y2),
})
const within = (boxes: readonly TurnedBox[], { x1, y1, x2, y2 }: Area): TurnedBox[] =>
  boxes.filter(({ corners, score }) => {
    const [x, y] = [(corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2]
    return score >= LINE_SCORE && x >= x1 && x < x2 && y >= y1 && y < y2
  })

// Reading

/** From this mean chance on, nobody asks whether the line is upside down. */
const SURE = 0.85
/** Below this mean chance a line is not text, or cannot be read. */
const MIN_CONFIDENCE = 0.6
/** One or two letters are noise more often than not, and must be more certain. */
const MIN_CONFIDENCE_SHORT = 0.9
/** From this ratio of height to width on, a box is a line from top to bottom. */
const UPRIGHT = 1.5
/** Pixels along a line that the reader gets at most. */
const MAX_WIDTH = 1200
/** Chance from which the model for directions is believed. */
const TURNED = 0.9

/** Reads a line upright, and also upside down if it reads badly and the model for directions says so. */
async function readLine(luma: Luma, box: TurnedBox, models: TextModels): Promise<TextLine | null> {
  const [a, b, c, d] = box.corners
  const corners: TurnedBox['corners'] = box.height > UPRIGHT * box.width ? [b, c, d, a] : [a, b, c, d]
  const first = await readAlong(luma, corners, models)
  let best = first
  if (first.confidence < SURE && (await models.direction.chanceOfTurned(first.grey)) >= TURNED) {
    const turned = await readAlong(luma, [corners[2], corners[3], corners[0], corners[1]], models)
    if (turned.confidence > best.confidence) best = turned
  }
  if (best.confidence < SURE && box.height > UPRIGHT * box.width) {
    const upright = await readAlong(luma, [a, b, c, d], models)
    if (upright.confidence > best.confidence) best = upright
  }
  const text = best.text.trim()
  if (text === '' || best.confidence < (text.length > 2 ? MIN_CONFIDENCE : MIN_CONFIDENCE_SHORT)) return null
  return { text, confidence: Math.round(best.confidence * 10_000) / 100, corners: best.corners }
}

async function readAlong(luma: Luma, corners: TurnedBox['corners'], { reader }: TextModels) {
  const [start, right, , down] = corners
  const ratio = distance(start, right) / Math.max(1, distance(start, down))
  const width = Math.min(MAX_WIDTH, Math.max(LINE_HEIGHT / 2, Math.round(LINE_HEIGHT * ratio)))
  const grey = sampleGrey(luma, { start, right, down }, width, LINE_HEIGHT)
  const read: ReadText = await reader.read(grey)
  return { ...read, corners, grey }
}
