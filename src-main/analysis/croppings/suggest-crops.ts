import type { Cropping, Rectangle } from '../../contract/analysis/cropping.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'
import { checkSize, frameOf, type Frame } from './crop-frame.ts'
import { placeCrop, type PlacedCrop } from './place-crop.ts'
import { createScorer, type CropScorer } from './crop-scorer.ts'
import { sumImportance, type ImportanceOf } from './sum-importance.ts'

export type CropOptions = {
  /** The crop has exactly the requested size, so that no scaling is needed; otherwise only its ratio is kept. */
  noScaling?: boolean
  /**
   * Minimum percentage of the important area to keep, 0 to 100; the crop shrinks until just that is left. -1 decides
   * automatically.
   */
  rectPercentage?: number
}

/** Smallest crops, as part of the largest frame: only slightly smaller automatically, much smaller on request. */
export const TIGHTEST = { automatic: 0.8, asked: 0.2 }
const SCALE_STEP = 0.05
const FINE_STEP = 0.01
/** The score that a smaller frame must gain, per its lost share: a crop shrinks only for a benefit. */
const SMALLER = 5

/** Computed once for all sizes of a photo. */
type Tools = { features: SaliencyFeatures; importanceOf: ImportanceOf; score: CropScorer }

/**
 * The suggested crop for each size, in order; without sizes the best crop at its own ratio. Always inside the picture;
 * sizes larger than the picture give their ratio. Throws `bad-params` for an invalid size, and a RangeError for a
 * percentage that is none or, with `noScaling`, a size larger than the picture.
 */
export function suggestCroppings(
  features: SaliencyFeatures,
  sizes: readonly Frame[],
  options: CropOptions = {},
): Cropping[] {
  const keep = checkPercentage(options.rectPercentage ?? -1)
  for (const size of sizes) checkSize(size)
  const importanceOf = sumImportance(features)
  const tools: Tools = { features, importanceOf, score: createScorer(features, importanceOf) }
  if (sizes.length > 0)
    return sizes.map((size) =>
      toCropping(size, options.noScaling ? placeUnscaled(tools, size) : placeScaled(tools, size, keep)),
    )
  const crop = suggestFreeCrop(features, importanceOf, keep ?? automaticPercentage(features))
  return [toCropping({ width: crop.x2 - crop.x1, height: crop.y2 - crop.y1 }, crop)]
}

/** The suggested crop for one size; see `suggestCroppings`. */
export function suggestCrop(features: SaliencyFeatures, size: Frame, options: CropOptions = {}): Rectangle {
  const { x1, y1, x2, y2 } = suggestCroppings(features, [size], options)[0]!
  return { x1, y1, x2, y2 }
}

/** Null means automatic; values above 100 count as 100. */
function checkPercentage(percentage: number): number | null {
  if (Number.isNaN(percentage))
    throw new RangeError('rect_percentage is not a number; it must be from 0 to 100, or -1 to leave it open.')
  return percentage < 0 ? null : Math.min(100, percentage)
}

function placeUnscaled({ features, score }: Tools, size: Frame): Rectangle {
  if (size.width > features.width || size.height > features.height) {
    throw new RangeError(
      `Without scaling, a crop of ${size.width}x${size.height} does not fit a picture of ${features.width}x${features.height}.`,
    )
  }
  return placeCrop(features, size, score).crop
}

/** Shrinks the largest frame as far as the rules allow; a requested percentage takes precedence. */
function placeScaled(tools: Tools, size: Frame, keep: number | null): Rectangle {
  return keep === null ? placeAutomatically(tools, size) : placeKeeping(tools, size, keep / 100)
}

/** The smallest crop that keeps the share of importance, or the largest one if not even that keeps it. */
function placeKeeping({ features, importanceOf, score }: Tools, size: Frame, share: number): Rectangle {
  let best = placeCrop(features, frameOf(size, features), score).crop
  const min = Math.min(share, importanceOf(best))
  for (const scale of scalesTo(TIGHTEST.asked)) {
    const { crop } = placeCrop(features, frameOf(size, features, scale), score)
    if (importanceOf(crop) < min) break
    best = crop
  }
  return best
}

/** The largest frame, or one just small enough to save a face or to reach what matters. */
function placeAutomatically({ features, score }: Tools, size: Frame): Rectangle {
  const place = (scale: number): PlacedCrop & { scale: number } => {
    const { crop, score: value } = placeCrop(features, frameOf(size, features, scale), score)
    return { crop, score: value - SMALLER * (1 - scale), scale }
  }
  const better = (best: ReturnType<typeof place>, scale: number) => {
    const placed = place(scale)
    return placed.score > best.score ? placed : best
  }
  const coarse = scalesTo(TIGHTEST.automatic).reduce(better, place(1))
  if (coarse.scale === 1) return coarse.crop
  return [1, 2, 3, 4].map((step) => coarse.scale + step * FINE_STEP).reduce(better, coarse).crop
}

function scalesTo(tightest: number): number[] {
  return Array.from({ length: Math.round((1 - tightest) / SCALE_STEP) }, (_, i) => 1 - (i + 1) * SCALE_STEP)
}

/** 98 if importance is concentrated in a small part of the picture, up to 99 if it is spread all over. */
function automaticPercentage({ map }: SaliencyFeatures): number {
  const { values } = map
  const highest = values.reduce((a, b) => Math.max(a, b), 0)
  const important = values.reduce((count, value) => count + (value > highest / 2 ? 1 : 0), 0)
  return 98 + Math.min(1, (2 * important) / Math.max(1, values.length))
}

function toCropping({ width, height }: Frame, { x1, y1, x2, y2 }: Rectangle): Cropping {
  return { target_width: width, target_height: height, x1, y1, x2, y2 }
}

/** Minimum side of a free crop, as part of the picture's. */
const MIN_SIDE = 0.5
/** Margin around subjects, as part of the picture's side. */
const MARGIN = 0.03

/**
 * The best crop at a free ratio. Each edge loses the same share of the importance, so that `keep` percent remain, but
 * nothing of a subject. All edges follow from sums, so noise in the pixels, for example after a lossless rotation,
 * moves them only a little; choosing between edges could give another crop.
 */
function suggestFreeCrop(features: SaliencyFeatures, importanceOf: ImportanceOf, keep: number): Rectangle {
  const { width, height } = features
  const whole = { x1: 0, y1: 0, x2: width, y2: height }
  const { x1: left, y1: top, x2: right, y2: bottom } = boundsOf(features)
  const cropAt = (share: number): Rectangle => {
    const cut = (side: number, stripOf: (length: number) => Partial<Rectangle>) =>
      largestUpTo(side, (length) => importanceOf({ ...whole, ...stripOf(length) }) <= share)
    const fromLeft = cut(width, (x2) => ({ x2 }))
    const fromRight = cut(width, (length) => ({ x1: width - length }))
    const fromTop = cut(height, (y2) => ({ y2 }))
    const fromBottom = cut(height, (length) => ({ y1: height - length }))
    const [x1, x2] = longEnough(Math.min(fromLeft, left), Math.max(width - fromRight, right), width)
    const [y1, y2] = longEnough(Math.min(fromTop, top), Math.max(height - fromBottom, bottom), height)
    return { x1, y1, x2, y2 }
  }
  const { x1, y1, x2, y2 } = cropAt(largestUpTo(1, (share) => importanceOf(cropAt(share)) >= keep / 100))
  return { x1: Math.floor(x1), y1: Math.floor(y1), x2: Math.ceil(x2), y2: Math.ceil(y2) }
}

const HALVINGS = 20

/** The largest number from 0 to `max` for which a condition holds, given that it holds for all smaller ones. */
function largestUpTo(max: number, holds: (value: number) => boolean): number {
  let [low, high] = [0, max]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

/** A stretch of a side, lengthened at both ends if it is too short. */
function longEnough(from: number, to: number, side: number): [number, number] {
  const min = MIN_SIDE * side
  const start = Math.min(side - min, Math.max(0, from - Math.max(0, min - (to - from)) / 2))
  return [start, Math.max(to, start + min)]
}

/** The box around all subjects with a margin, inside the picture; an empty one without subjects. */
function boundsOf({ subjects, width, height }: SaliencyFeatures): Rectangle {
  const [marginX, marginY] = [width * MARGIN, height * MARGIN]
  return {
    x1: Math.max(0, Math.min(width, ...subjects.map(({ box }) => box.x1 - marginX))),
    y1: Math.max(0, Math.min(height, ...subjects.map(({ box }) => box.y1 - marginY))),
    x2: Math.min(width, Math.max(0, ...subjects.map(({ box }) => box.x2 + marginX))),
    y2: Math.min(height, Math.max(0, ...subjects.map(({ box }) => box.y2 + marginY))),
  }
}
