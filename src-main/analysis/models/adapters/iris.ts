import type { ModelSession } from '../runtime/open-session.ts'
import type { EyeCorners, IrisModel, Point } from '../runtime/tasks.ts'
import { cutFineSquare, pointOfSquare, type FaceSquare } from './face-square.ts'

const SIDE = 64
/** The square around an eye, in distances between its corners. */
const SIDES_PER_EYE = 2.3
/** Points of the lids in the output: the lower one with both corners, then the upper one without. */
const LOWER = 9
const UPPER = 7

/**
 * Iris (Ablavatski et al., 2020; MediaPipe through @vladmandic/human, Apache-2.0) on an eye with its corners level. The
 * network knows right eyes, so that left ones are mirrored.
 */
export function createIris(session: ModelSession, modelId: string): { iris: IrisModel } {
  const trace: IrisModel['trace'] = async (photo, eye) => {
    const square = squareOfEye(eye)
    const data = cutFineSquare(photo, square, SIDE)
    const { contours, iris } = await session.run({ image: { data, dims: [1, SIDE, SIDE, 3] } })
    const pointsOf = (values: Float32Array, count: number): Point[] =>
      Array.from({ length: count }, (_, k) => pointOfSquare(square, values[3 * k]! / SIDE, values[3 * k + 1]! / SIDE))
    const lids = pointsOf(contours!.data as Float32Array, LOWER + UPPER)
    const lower = lids.slice(0, LOWER)
    const [middle, ...edge] = pointsOf(iris!.data as Float32Array, 5) as [Point, ...Point[]]
    return {
      lower,
      upper: [lower[0]!, ...lids.slice(LOWER), lower[LOWER - 1]!],
      iris: middle,
      radius: edge.reduce((sum, { x, y }) => sum + Math.hypot(x - middle.x, y - middle.y), 0) / edge.length,
    }
  }
  return { iris: { modelId, trace } }
}

function squareOfEye({ side, outer, inner }: EyeCorners): FaceSquare {
  const [from, to] = side === 'right' ? [outer, inner] : [inner, outer]
  const width = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y))
  return {
    centre: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
    side: SIDES_PER_EYE * width,
    down: { x: -(to.y - from.y) / width, y: (to.x - from.x) / width },
    isMirrored: side === 'left',
  }
}
