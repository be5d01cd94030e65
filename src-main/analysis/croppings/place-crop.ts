import type { Rectangle } from '../../contract/analysis/cropping.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'
import type { Frame } from './crop-frame.ts'
import type { CropScorer } from './score-crop.ts'

/**
 * Evenly spaced positions tried along a side: many where the crop can move along one side only, fewer where both are
 * free.
 */
const STEPS_ALONE = 40
const STEPS_TOGETHER = 14
/** Subjects whose edges give positions of their own; with more, those of least weight are left to the even steps. */
const ALIGNED_SUBJECTS = { alone: 24, together: 4 }
/** Margin left beside an edge that a crop is aligned to, as part of its side. */
const MARGIN = 0.04

/** Scores nearer than this differ by rounding only; the place tried first wins. */
const ROUNDING = 1e-9

export type PlacedCrop = { crop: Rectangle; score: number }

/**
 * The best place for a frame in the picture, by trying all that matter: even steps and the edges and middles of
 * subjects.
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
  let best: PlacedCrop | null = null
  for (const y1 of tops) {
    for (const x1 of lefts) {
      const crop = { x1, y1, x2: x1 + frame.width, y2: y1 + frame.height }
      const value = score(crop)
      if (best === null || value > best.score + ROUNDING) best = { crop, score: value }
    }
  }
  return best!
}

/** Whole-number starts from 0 to `spare`; the middle comes first, so that it wins where nothing matters. */
function positions(
  spare: number,
  side: number,
  steps: number,
  spans: readonly (readonly [number, number])[],
): number[] {
  if (spare === 0) return [0]
  const margin = side * MARGIN
  const wanted = [spare / 2]
  for (let i = 0; i <= steps; i++) wanted.push((i * spare) / steps)
  for (const [from, to] of spans)
    wanted.push(from, from - margin, to - side, to - side + margin, (from + to - side) / 2)
  return [...new Set(wanted.map((value) => Math.round(Math.min(spare, Math.max(0, value)))))]
}
