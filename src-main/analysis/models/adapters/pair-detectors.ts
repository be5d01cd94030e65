import type { DecodedPhoto } from '../../photo/photo.ts'
import type { Box, ObjectDetector } from '../runtime/tasks.ts'
import { logit, sigmoid } from './calibration.ts'
import { suppressBoxes } from './box-suppression.ts'
import { cornersOf, takePart, type Part } from './photo-part.ts'

type Found = Awaited<ReturnType<ObjectDetector['detect']>>[number]
/** `isCut` if the box ends at the inner edge of its corner, so that the object continues beyond it. */
type Close = Found & { isCut: boolean }

/** Share of both sides that each corner covers: the corners overlap by a fifth of the photo. */
const CORNER = 0.6
const SAME_OBJECT = 0.45
/** A box within this many pixels of a seam counts as cut by it. */
const SEAM = 4
const OTHERS_LIMIT = 1
/**
 * Chance that a class is in the photo: one set of numbers for all classes, fitted by logistic regression on the even
 * photos of COCO and of kinds that COCO lacks.
 */
const FIT = { bias: 2.03, wide: 1.89, others: 1.41, close: 0.62, whole: 0.62, floor: 0.06 }

/**
 * Combines two detectors: the first sees the whole photo, the second the whole and four overlapping corners at a higher
 * resolution. The best box of a class has the fitted chance that the class is in the photo; other boxes of the class
 * keep their score relative to it.
 */
export function pairDetectors(wide: ObjectDetector, close: ObjectDetector): ObjectDetector {
  const detect: ObjectDetector['detect'] = async (photo) => {
    const fromWide = await wide.detect(photo)
    const hints = (await wide.candidates?.(photo)) ?? fromWide
    const fromClose = await detectInCorners(close, photo)
    const fromWhole = await close.detect(photo)
    const labels = new Set([...fromWide, ...fromClose, ...fromWhole].map(({ label }) => label))
    const found = [...labels].flatMap((name) => {
      const ofClass = <T extends { label: string }>(list: readonly T[]) => list.filter(({ label }) => label === name)
      const best = chanceOfClass(ofClass(hints), ofClass(fromClose), ofClass(fromWhole))
      return joinClass([...relate(ofClass(fromWide)), ...relate(ofClass(fromWhole))], ofClass(fromClose), best)
    })
    return found.sort((a, b) => b.score - a.score)
  }
  return { modelId: `${wide.modelId}+${close.modelId}`, detect }
}

async function detectInCorners(detector: ObjectDetector, photo: DecodedPhoto): Promise<Close[]> {
  const scaleX = photo.width / photo.pixels.width
  const scaleY = photo.height / photo.pixels.height
  const found: Close[] = []
  for (const part of cornersOf(photo.pixels, CORNER)) {
    for (const { label, score, box } of await detector.detect(takePart(photo, part))) {
      const placed = { x1: box.x1 + part.x1, y1: box.y1 + part.y1, x2: box.x2 + part.x1, y2: box.y2 + part.y1 }
      const scaled = { x1: placed.x1 * scaleX, y1: placed.y1 * scaleY, x2: placed.x2 * scaleX, y2: placed.y2 * scaleY }
      found.push({ label, score, box: scaled, isCut: isCut(placed, part, photo.pixels) })
    }
  }
  return suppressBoxes(found, SAME_OBJECT, ({ label }) => label)
}

function isCut(box: Box, part: Part, whole: { width: number; height: number }): boolean {
  const atLeft = part.x1 > 0 && box.x1 < part.x1 + SEAM
  const atRight = part.x2 < whole.width && box.x2 > part.x2 - SEAM
  const atTop = part.y1 > 0 && box.y1 < part.y1 + SEAM
  const atBottom = part.y2 < whole.height && box.y2 > part.y2 - SEAM
  return atLeft || atRight || atTop || atBottom
}

/**
 * The boxes of one class: those of the whole photo, and those of the corners that no seam cuts; if there are none, the
 * cut ones.
 */
function joinClass(wide: readonly Found[], close: readonly Close[], best: number): Found[] {
  const whole = close.filter((item) => !item.isCut)
  const boxes = [...wide, ...relate(whole.length > 0 || wide.length > 0 ? whole : close)]
  return suppressBoxes(boxes, SAME_OBJECT).map(({ label, score, box }) => ({ label, score: score * best, box }))
}

/** Scores as a share of the best of the list. */
function relate(found: readonly Found[]): Found[] {
  const best = Math.max(...found.map(({ score }) => score))
  return found.map(({ label, score, box }) => ({ label, score: score / best, box }))
}

type Scores = readonly { score: number }[]

function chanceOfClass(hints: Scores, close: Scores, whole: Scores): number {
  const [top = 0, ...rest] = hints.map(({ score }) => score).sort((a, b) => b - a)
  const others = Math.min(
    OTHERS_LIMIT,
    rest.reduce((sum, score) => sum + score, 0),
  )
  const ofBest = (scores: Scores) => logit(Math.max(0, ...scores.map(({ score }) => score)), FIT.floor)
  const fromWide = FIT.wide * logit(top, FIT.floor) + FIT.others * others
  return sigmoid(FIT.bias + fromWide + FIT.close * ofBest(close) + FIT.whole * ofBest(whole))
}
