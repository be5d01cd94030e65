import type { Rectangle } from '../../contract/analysis/cropping.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'
import type { Frame } from './crop-frame.ts'
import type { CropScorer } from './crop-scorer.ts'

/**
 * Evenly spaced positions tried along a side, a power of two: many if the crop can move along one side only, fewer if
 * along both.
 */
const STEPS_ALONE = 64
const STEPS_TOGETHER = 16
/** Maximum subjects whose edges add positions; the lightest of more are left to the even steps. */
const ALIGNED_SUBJECTS = { alone: 24, together: 4 }
/** Margin beside an edge that a crop is aligned to, as part of its side. */
const MARGIN = 0.04

/**
 * Places that score this much less than the best look equally good. Among them the simplest fraction of the range wins,
 * so that noise in the pixels, for example after a lossless rotation, does not move a crop a little.
 */
const AS_GOOD = 0.02

export type PlacedCrop = { crop: Rectangle; score: number }

/**
 * Finds a place for a frame in the picture as good as the best. Tries all that matter: even steps, and the edges and
 * middles of subjects.
 */
export function placeCrop(features: SaliencyFeatures, frame: Frame, score: CropScorer): PlacedCrop {
  const [spareX, spareY] = [features.width - frame.width, features.height - frame.height]
  const isAlone = spareX === 0 || spareY === 0
  const boxes = [...features.subjects]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, isAlone ? ALIGNED_SUBJECTS.alone : ALIGNED_SUBJECTS.together)
    .map(({ box }) => box)
  const steps = isAlone ? STEPS_ALONE : STEPS_TOGETHER
  const lefts = positions(
    spareX,
    frame.width,
    steps,
    boxes.map(({ x1, x2 }) => [x1, x2]),
  )
  const tops = positions(
    spareY,
    frame.height,
    steps,
    boxes.map(({ y1, y2 }) => [y1, y2]),
  )
  const placed: PlacedCrop[] = []
  for (const x1 of lefts) {
    for (const y1 of tops) {
      const crop = { x1, y1, x2: x1 + frame.width, y2: y1 + frame.height }
      const value = score(crop)
      placed.push({ crop, score: value })
    }
  }
  const best = placed.reduce((max, { score: value }) => Math.max(max, value), -Infinity)
  return placed.find(({ score: value }) => value >= best - AS_GOOD)!
}

/**
 * Whole-number starts from 0 to `spare`, the simplest fractions first: the middle, the ends, the quarters, …; positions
 * from subjects come last.
 */
function positions(
  spare: number,
  side: number,
  steps: number,
  spans: readonly (readonly [number, number])[],
): number[] {
  if (spare === 0) return [0]
  const margin = side * MARGIN
  const wanted = [spare / 2, 0, spare]
  for (let parts = 4; parts <= steps; parts *= 2) for (let i = 1; i < parts; i += 2) wanted.push((i * spare) / parts)
  for (const [from, to] of spans)
    wanted.push(from, from - margin, to - side, to - side + margin, (from + to - side) / 2)
  return [...new Set(wanted.map((value) => Math.round(Math.min(spare, Math.max(0, value)))))]
}
