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
import { sampleGrey, sampleUpright, type Upright } from './sample-grey.ts'
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
 * it looks at the photo more closely, and the reader reads: a photo without text costs little. At small lines that read
 * badly both look once more, since they may be cut off or hold half of another.
 */
export async function findText(photo: DecodedPhoto, models: TextModels): Promise<TextSearch> {
  if (!(await isTextSeen(photo, models))) return { lines: [], isSeen: false }
  const luma = photo.fine ?? lumaOfRaster(photo.pixels)
  const scale = Math.min(MAX_SCALE, Math.sqrt(MAX_PIXELS / (luma.width * luma.height)))
  const all = { x1: 0, y1: 0, x2: luma.width, y2: luma.height }
  const boxes = await seeClosely(luma, all, scale, models)
  const lines: TextLine[] = []
  for (const box of boxes.slice(0, MAX_LINES)) {
    const line = await readLine(luma, box, models)
    if (line) lines.push(toPhoto(await readAgain(luma, line, scale, models), photo.width / luma.width))
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
  const all = { x1: 0, y1: 0, x2: pixels.width, y2: pixels.height }
  return sampleUpright(lumaOfRaster(pixels), all, width, height)
}

/** Lines in an area, in pixels of the photo, largest first. */
async function seeClosely(luma: Luma, area: Upright, scale: number, { detector }: TextModels): Promise<TurnedBox[]> {
  const [across, down] = [area.x2 - area.x1, area.y2 - area.y1]
  const [width, height] = [blocks(across * scale, detector), blocks(down * scale, detector)]
  const map = await detector.map(sampleUpright(luma, area, width, height))
  const place = ({ x, y }: Point): Point => ({
    x: area.x1 + (x * across) / width,
    y: area.y1 + (y * down) / height,
  })
  return decodeBoxes(map).map(({ corners, score }) => {
    const [a, b, c, d] = corners.map(place) as TurnedBox['corners']
    return { corners: [a, b, c, d], width: distance(a, b), height: distance(a, d), score }
  })
}

const blocks = (pixels: number, { block }: TextDetector): number => Math.max(1, Math.round(pixels / block)) * block
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

// Reading

/** Lines of a lower confidence are looked at again, at this many times the scale. */
const GOOD = 90
const CLOSER = 1.75
/** What is looked at around such a line, in heights of it. */
const AROUND = 2
/** From this height in pixels of the first closer look on, another shows no more. */
const LARGE = 64
/** What reads better there has at least this share of the line's characters: fragments often read surest. */
const MIN_SHARE = 2 / 3
/** The inner part of a box reaches this far from its middle, in shares of its sides. */
const INNER = 0.3
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

/** The line as it reads best from closer by, if it reads badly and is small. */
async function readAgain(luma: Luma, line: TextLine, scale: number, models: TextModels): Promise<TextLine> {
  const [a, b, , d] = line.corners
  const height = Math.min(distance(a, b), distance(a, d))
  if (line.confidence >= GOOD || height * scale > LARGE) return line
  const [xs, ys] = [line.corners.map(({ x }) => x), line.corners.map(({ y }) => y)]
  const area = {
    x1: Math.max(0, Math.min(...xs) - AROUND * height),
    y1: Math.max(0, Math.min(...ys) - AROUND * height),
    x2: Math.min(luma.width, Math.max(...xs) + AROUND * height),
    y2: Math.min(luma.height, Math.max(...ys) + AROUND * height),
  }
  let best = line
  for (const box of await seeClosely(luma, area, CLOSER * scale, models)) {
    if (!isMiddleOn(box, line) || !isMiddleOn(line, box)) continue
    const other = await readLine(luma, box, models)
    if (other && other.confidence > best.confidence && other.text.length >= MIN_SHARE * line.text.length) best = other
  }
  return best
}

type Placed = Pick<TurnedBox, 'corners'>

/** Whether the middle of a box is well inside another one. */
function isMiddleOn({ corners: [a, , c] }: Placed, { corners: [start, right, , down] }: Placed): boolean {
  const [x, y] = [(a.x + c.x) / 2 - start.x, (a.y + c.y) / 2 - start.y]
  return [right, down].every((end) => {
    const side = { x: end.x - start.x, y: end.y - start.y }
    return Math.abs((x * side.x + y * side.y) / (side.x ** 2 + side.y ** 2) - 0.5) < INNER
  })
}

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
  const read: ReadText = await reader.read(asInk(grey))
  return { ...read, corners, grey }
}

/** Dark letters on a light ground, which read better: the negative, if the edges above and below are darker. */
function asInk({ width, height, levels }: GreyPicture): GreyPicture {
  const last = levels.length - width
  let [edges, all] = [0, 0]
  for (let i = 0; i < levels.length; i++) {
    all += levels[i]!
    if (i < width || i >= last) edges += levels[i]!
  }
  const isDark = edges / (2 * width) < all / levels.length
  return { width, height, levels: isDark ? levels.map((level) => 255 - level) : levels }
}
