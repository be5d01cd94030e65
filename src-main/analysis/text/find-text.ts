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
 * The lines of text in a photo, from top to bottom. The detector looks at small copies first. Only if these show lines,
 * it looks at the photo more closely, and the reader reads: a photo without text costs little.
 */
export async function findText(photo: DecodedPhoto, models: TextModels): Promise<TextSearch> {
  if (!(await isTextSeen(photo, models))) return { lines: [], isSeen: false }
  const luma = photo.fine ?? lumaOfRaster(photo.pixels)
  const boxes = await seeClosely(luma, models)
  const lines: TextLine[] = []
  for (const box of boxes.slice(0, MAX_LINES)) {
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

/** Longest sides in pixels of the small copies; the second is only looked at if the first leaves a doubt. */
const FIRST_SIDES = [224, 320]
/** Chance of a pixel that leaves a doubt. */
const DOUBT = 0.0005
/** Mean chance of a kernel that is worth a closer look; the closer look's own lines need the publisher's. */
const FIRST_SCORE = 0.5
/** Small photos are enlarged by this factor at most. */
const MAX_SCALE = 1.5
/** Pixels of the closer look. */
const MAX_PIXELS = 300_000
/** More lines than a page has are no photo of something with text on it. */
const MAX_LINES = 60

/** Whether the small copies show lines. */
async function isTextSeen({ pixels }: DecodedPhoto, { detector }: TextModels): Promise<boolean> {
  for (const side of FIRST_SIDES) {
    const scale = Math.min(1, side / Math.max(pixels.width, pixels.height))
    const size = { width: blocks(pixels.width * scale, detector), height: blocks(pixels.height * scale, detector) }
    const map = await detector.map(greyCopy(pixels, size))
    if (decodeBoxes(map, FIRST_SCORE).length > 0) return true
    if (map.values.every((chance) => chance <= DOUBT)) return false
  }
  return false
}

/** Sides are rounded to blocks, so that one of a small photo may grow. */
function greyCopy(pixels: Raster, { width, height }: Pick<GreyPicture, 'width' | 'height'>): GreyPicture {
  if (width <= pixels.width && height <= pixels.height) return shrinkToGrey(pixels, width, height)
  const all = { start: { x: 0, y: 0 }, right: { x: pixels.width, y: 0 }, down: { x: 0, y: pixels.height } }
  return sampleGrey(lumaOfRaster(pixels), all, width, height)
}

/** Lines in the whole photo, in its pixels, largest first. */
async function seeClosely(luma: Luma, { detector }: TextModels): Promise<TurnedBox[]> {
  const scale = Math.min(MAX_SCALE, Math.sqrt(MAX_PIXELS / (luma.width * luma.height)))
  const [width, height] = [blocks(luma.width * scale, detector), blocks(luma.height * scale, detector)]
  const all = { start: { x: 0, y: 0 }, right: { x: luma.width, y: 0 }, down: { x: 0, y: luma.height } }
  const map = await detector.map(sampleGrey(luma, all, width, height))
  return decodeBoxes(map).map((box) => stretched(box, luma.width / width, luma.height / height))
}

const blocks = (pixels: number, { block }: TextDetector): number => Math.max(1, Math.round(pixels / block)) * block
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

function stretched({ corners, score }: TurnedBox, across: number, along: number): TurnedBox {
  const [a, b, c, d] = corners.map(({ x, y }) => ({ x: x * across, y: y * along })) as TurnedBox['corners']
  return { corners: [a, b, c, d], width: distance(a, b), height: distance(a, d), score }
}

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
