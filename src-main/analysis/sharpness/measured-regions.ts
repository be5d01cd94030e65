import type { Face } from '../../contract/analysis/face.ts'
import type { Box } from '../models/runtime/tasks.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'

/** Smaller faces, and eyes closer to each other, are unreliable; in pixels of the measured raster. */
const [MIN_FACE, MIN_BETWEEN_EYES] = [16, 10]
/** Area around the eyes, in distances between them. */
const [BESIDE, ABOVE] = [0.45, 0.35]

/** The main subject, in pixels of the photo; null if nothing is salient. */
export function subjectBoxOf({ subjects }: SaliencyFeatures): Box | null {
  const best = (kind: 'object' | 'salient' | 'face') =>
    subjects.filter((subject) => subject.kind === kind).toSorted((a, b) => b.weight - a.weight)[0]?.box
  return best('object') ?? best('salient') ?? best('face') ?? null
}

/** A face as a box; null if it is too small. `scale` is the measured raster's pixels for one of the photo. */
export function faceBoxOf({ coordinates: { xmin, ymin, xmax, ymax } }: Face, scale: number): Box | null {
  const isLarge = Math.min(xmax - xmin, ymax - ymin) * scale >= MIN_FACE
  return isLarge ? { x1: xmin, y1: ymin, x2: xmax, y2: ymax } : null
}

/** Both eyes of a face as a box; null if they were not found or are too close together, as from the side. */
export function eyesBoxOf({ landmarks }: Face, scale: number): Box | null {
  const [left, right] = ['left_eye', 'right_eye'].map((wanted) => landmarks.find(({ type }) => type === wanted))
  if (!left || !right) return null
  const apart = Math.hypot(left.x - right.x, left.y - right.y)
  if (apart * scale < MIN_BETWEEN_EYES) return null
  return {
    x1: Math.min(left.x, right.x) - BESIDE * apart,
    y1: Math.min(left.y, right.y) - ABOVE * apart,
    x2: Math.max(left.x, right.x) + BESIDE * apart,
    y2: Math.max(left.y, right.y) + ABOVE * apart,
  }
}

/** Scales a box of the photo to pixels of the measured raster. */
export const scaled = ({ x1, y1, x2, y2 }: Box, scale: number): Box => ({
  x1: x1 * scale,
  y1: y1 * scale,
  x2: x2 * scale,
  y2: y2 * scale,
})
