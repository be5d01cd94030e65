import { dot } from '../vectors/unit-vector.ts'

/**
 * From this likeness on (cosine of two face vectors, 0 to 1) two faces more probably belong to one person: more than 99
 * of 100 pairs of different people are less alike. Measured for FaceRes by `npm run eval people`.
 */
export const SAME_PERSON = 0.6

type Curve = readonly (readonly [likeness: number, score: number])[]
/**
 * Linear between the points. Different people are around 0.33, different photos of one person around 0.66, copies of
 * one photo above 0.9.
 */
const curve: Curve = [
  [0.2, 0],
  [0.45, 20],
  [SAME_PERSON, 50],
  [0.75, 80],
  [1, 100],
]

/** Likeness of two faces: the cosine of their vectors, which have length 1 and come from one model. */
export const likenessOf = (a: Float32Array, b: Float32Array): number => dot(a, b)

/** Converts a likeness to a score from 0 to 100 that rises with it; 50 means `SAME_PERSON`, 100 the same picture. */
export function scoreOf(likeness: number): number {
  const next = curve.findIndex(([point]) => likeness <= point)
  if (next === 0) return 0
  if (next < 0) return 100
  const [[x0, y0], [x1, y1]] = [curve[next - 1]!, curve[next]!]
  return Math.round((y0 + ((likeness - x0) / (x1 - x0)) * (y1 - y0)) * 100) / 100
}
