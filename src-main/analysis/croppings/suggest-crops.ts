import type { Cropping, Rectangle } from '../../contract/analysis/cropping.ts'
import { AppError } from '../../contract/errors.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'
import { checkSize, frameOf, type Frame } from './crop-frame.ts'
import { placeCrop, type PlacedCrop } from './place-crop.ts'
import { createScorer, type CropScorer } from './score-crop.ts'
import { sumImportance, type ImportanceOf } from './summed-map.ts'

export type CropOptions = {
  /**
   * The crop has exactly the requested size, so that nothing is scaled afterwards; otherwise only its ratio is kept.
   */
  noScaling?: boolean
  /**
   * Least percentage of the important area to keep, 0 to 100; the crop is drawn in until just that is left. -1 decides
   * by itself.
   */
  rectPercentage?: number
}

/** Tightest crops, as part of the largest frame: by itself only a little, by request much more. */
export const TIGHTEST = { automatic: 0.8, asked: 0.2 }
const SCALE_STEP = 0.05
const FINE_STEP = 0.01
/** What a frame must gain by score for all of it that it gives up: it is no smaller than something is won by. */
const SMALLER = 5

/** What is worked out once for all sizes of a photo. */
type Tools = { features: SaliencyFeatures; importanceOf: ImportanceOf; score: CropScorer }

/**
 * The suggested crop for each size, in their order; without sizes the best crop at its own ratio. Always inside the
 * picture; sizes larger than the picture give their ratio. Throws `bad-params` for a size or percentage that is none,
 * and with `noScaling` for a size that is larger than the picture.
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

/** Null means that the percentage is to be found; what is above 100 is 100. */
function checkPercentage(percentage: number): number | null {
  if (Number.isNaN(percentage))
    throw new AppError(
      'bad-params',
      'rect_percentage is not a number; it must be from 0 to 100, or -1 to leave it open.',
    )
  return percentage < 0 ? null : Math.min(100, percentage)
}

function placeUnscaled({ features, score }: Tools, size: Frame): Rectangle {
  if (size.width > features.width || size.height > features.height) {
    throw new AppError(
      'bad-params',
      `Without scaling, a crop of ${size.width}x${size.height} does not fit a picture of ${features.width}x${features.height}.`,
    )
  }
  return placeCrop(features, size, score).crop
}

/** Draws the largest frame in as far as the rules allow; a percentage that was asked for holds above all. */
function placeScaled(tools: Tools, size: Frame, keep: number | null): Rectangle {
  return keep === null ? placeAutomatically(tools, size) : placeKeeping(tools, size, keep / 100)
}

/** As small as the share of importance allows, or the largest where not even that keeps so much. */
function placeKeeping({ features, importanceOf, score }: Tools, size: Frame, share: number): Rectangle {
  let best = placeCrop(features, frameOf(size, features), score).crop
  const least = Math.min(share, importanceOf(best))
  for (const scale of scalesTo(TIGHTEST.asked)) {
    const { crop } = placeCrop(features, frameOf(size, features, scale), score)
    if (importanceOf(crop) < least) break
    best = crop
  }
  return best
}

/** The largest frame, or one that is smaller by no more than it takes to save a face or to reach what matters. */
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

/** 95 where importance is gathered in a small part of the picture to 99 where it is spread all over. */
function automaticPercentage({ map }: SaliencyFeatures): number {
  const { values } = map
  const highest = values.reduce((a, b) => Math.max(a, b), 0)
  const important = values.reduce((count, value) => count + (value > highest / 2 ? 1 : 0), 0)
  return 95 + 4 * Math.min(1, (2 * important) / Math.max(1, values.length))
}

function toCropping({ width, height }: Frame, { x1, y1, x2, y2 }: Rectangle): Cropping {
  return { target_width: width, target_height: height, x1, y1, x2, y2 }
}

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
function suggestFreeCrop(features: SaliencyFeatures, importanceOf: ImportanceOf, keep: number): Rectangle {
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
