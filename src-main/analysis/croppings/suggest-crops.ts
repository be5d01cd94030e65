import type { Cropping, Rectangle } from '../../contract/analysis/cropping.ts'
import { AppError } from '../../contract/errors.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'
import { checkSize, frameOf, type Frame } from './crop-frame.ts'
import { suggestFreeCrop } from './free-crop.ts'
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
