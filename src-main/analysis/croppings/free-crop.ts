import type { Rectangle } from '../../contract/analysis/cropping.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'
import type { ImportanceOf } from './summed-map.ts'

/**
 * A side is cut in small steps of this part of the picture, to no less than half of it, so that no single one decides;
 * then each edge goes back to the next of so many even parts, so that noise in the pixels moves it seldom.
 */
const STEP = 0.0025
const PARTS = 16
const MIN_SIDE = 0.5
/** Margin kept around subjects, as part of the picture's side. */
const MARGIN = 0.03

/**
 * The best crop at a ratio of its own: the picture with unimportant edges cut away, whichever edge costs least first,
 * until `keep` percent of the importance is left or a subject is reached.
 */
export function suggestFreeCrop(features: SaliencyFeatures, importanceOf: ImportanceOf, keep: number): Rectangle {
  const stop = boundsOf(features)
  let crop: Rectangle = { x1: 0, y1: 0, x2: features.width, y2: features.height }
  for (;;) {
    const cuts = narrower(crop, features).filter(
      (cut) => contains(cut, stop) && isLargeEnough(cut, features) && importanceOf(cut) >= keep / 100,
    )
    if (cuts.length === 0) return toParts(crop, features)
    crop = cuts.reduce((best, cut) => (importanceOf(cut) > importanceOf(best) ? cut : best))
  }
}

function toParts({ x1, y1, x2, y2 }: Rectangle, { width, height }: SaliencyFeatures): Rectangle {
  const down = (edge: number, side: number) => Math.round((Math.floor((edge * PARTS) / side) * side) / PARTS)
  const up = (edge: number, side: number) => Math.round((Math.ceil((edge * PARTS) / side) * side) / PARTS)
  return { x1: down(x1, width), y1: down(y1, height), x2: up(x2, width), y2: up(y2, height) }
}

function narrower(crop: Rectangle, { width, height }: SaliencyFeatures): Rectangle[] {
  const [dx, dy] = [Math.max(1, Math.round(width * STEP)), Math.max(1, Math.round(height * STEP))]
  return [
    { ...crop, x1: crop.x1 + dx },
    { ...crop, x2: crop.x2 - dx },
    { ...crop, y1: crop.y1 + dy },
    { ...crop, y2: crop.y2 - dy },
  ]
}

/** The box around all subjects with some margin, inside the picture. */
function boundsOf({ subjects, width, height }: SaliencyFeatures): Rectangle | null {
  if (subjects.length === 0) return null
  const [marginX, marginY] = [width * MARGIN, height * MARGIN]
  return {
    x1: Math.max(0, Math.min(...subjects.map(({ box }) => box.x1)) - marginX),
    y1: Math.max(0, Math.min(...subjects.map(({ box }) => box.y1)) - marginY),
    x2: Math.min(width, Math.max(...subjects.map(({ box }) => box.x2)) + marginX),
    y2: Math.min(height, Math.max(...subjects.map(({ box }) => box.y2)) + marginY),
  }
}

function contains(outer: Rectangle, inner: Rectangle | null): boolean {
  return (
    inner === null || (outer.x1 <= inner.x1 && outer.y1 <= inner.y1 && outer.x2 >= inner.x2 && outer.y2 >= inner.y2)
  )
}

function isLargeEnough(crop: Rectangle, { width, height }: SaliencyFeatures): boolean {
  return crop.x2 - crop.x1 >= Math.max(1, width * MIN_SIDE) && crop.y2 - crop.y1 >= Math.max(1, height * MIN_SIDE)
}
