import type { Face } from '../../contract/analysis/face.ts'
import type { Box } from '../models/runtime/tasks.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'

/** A face lower than this, and eyes nearer to each other, say nothing; in pixels of what is measured. */
const [MIN_FACE, MIN_BETWEEN_EYES] = [16, 10]
/** How far around the eyes is looked, in distances between them. */
const [BESIDE, ABOVE] = [0.45, 0.35]

/** Where the main subject is, in pixels of the photo; null where nothing stands out. */
export function subjectBoxOf({ subjects }: SaliencyFeatures): Box | null {
  const best = (kind: 'object' | 'salient' | 'face') =>
    subjects.filter((subject) => subject.kind === kind).toSorted((a, b) => b.weight - a.weight)[0]?.box
  return best('object') ?? best('salient') ?? best('face') ?? null
}

/** A face as a box; null where it is too small. `scale` is pixels of what is measured to one of the photo. */
export function faceBoxOf({ coordinates: { xmin, ymin, xmax, ymax } }: Face, scale: number): Box | null {
  const isLarge = Math.min(xmax - xmin, ymax - ymin) * scale >= MIN_FACE
  return isLarge ? { x1: xmin, y1: ymin, x2: xmax, y2: ymax } : null
}

/** Both eyes of a face as a box; null where they were not found or are too near to each other, as from the side. */
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

/** A box of the photo in pixels of what is measured. */
export const scaled = ({ x1, y1, x2, y2 }: Box, scale: number): Box => ({
  x1: x1 * scale,
  y1: y1 * scale,
  x2: x2 * scale,
  y2: y2 * scale,
})
