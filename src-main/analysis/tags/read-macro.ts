import type { Raster } from '../photo/photo.ts'
import type { Evidence } from './evidence.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/** Subjects that were photographed close up if a classifier is certain of one of them. */
const nearSubjects = [
  'insect',
  'arachnid',
  'flower',
  'fungus',
  'snail',
  'slug',
  'centipede',
  'nematode',
  'flatworm',
  'seed',
]
const MIN_SHARE = 0.5
/** At such a distance most of the frame is out of focus. */
const MIN_SOFT = 0.4
const WITH_SOFT = 0.9
const WITHOUT_SOFT = 0.38

/**
 * A close-up of something small, from the classifier's shares by concept; the pixels are read only if these suggest
 * one.
 */
export function readMacro(classes: ReadonlyMap<string, number>, pixels: Raster, trace?: TagTrace): Evidence[] {
  const share = Math.min(
    1,
    nearSubjects.reduce((sum, id) => sum + (classes.get(id) ?? 0), 0),
  )
  if (classes.size > 0) trace?.score('macro', 'classifier', share)
  else trace?.note('macro', 'noModel', { by: 'classifier' })
  if (share < MIN_SHARE) {
    if (classes.size > 0) trace?.below('macro', MIN_SHARE)
    return []
  }
  const chance = share * (softShare(pixels) >= MIN_SOFT ? WITH_SOFT : WITHOUT_SOFT)
  trace?.change('macro', 'sharp', share * WITH_SOFT, chance)
  trace?.chance('macro', chance)
  return [{ concept: 'macro', chance, origin: 'kind' }]
}

const CELLS = 12
/** A cell is soft if its steps are this much smaller than those of the sharpest tenth of the cells. */
const SOFT = 0.3

/**
 * Share of the picture, 0 to 1, that is out of focus or empty compared with its sharpest part; 0 for a very small
 * picture.
 */
export function softShare({ width, height, data }: Raster): number {
  if (width < 2 * CELLS || height < 2 * CELLS) return 0
  const sums = new Float64Array(CELLS * CELLS)
  const counts = new Float64Array(CELLS * CELLS)
  for (let y = 1; y < height; y += 2) {
    const row = Math.floor((y * CELLS) / height) * CELLS
    for (let x = 1; x < width; x++) {
      const at = 3 * (y * width + x) + 1
      const cell = row + Math.floor((x * CELLS) / width)
      sums[cell]! += Math.abs(data[at]! - data[at - 3]!) + Math.abs(data[at]! - data[at - 3 * width]!)
      counts[cell]!++
    }
  }
  const sharpness = Array.from(sums, (sum, n) => sum / Math.max(1, counts[n]!)).sort((a, b) => b - a)
  const sharpest = sharpness[Math.floor(sharpness.length / 10)]!
  return sharpness.filter((value) => value < SOFT * sharpest).length / sharpness.length
}
