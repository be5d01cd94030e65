import type { Raster } from '../../photo/photo.ts'
import type { ModelSession, Tensor } from '../runtime/open-session.ts'
import type { DetectedFace, FaceDetector } from '../runtime/tasks.ts'
import { clampBox, suppressBoxes } from './box-suppression.ts'
import { toPlanar } from './planar.ts'

const LONG_SIDE = 640
const STRIDES = [8, 16, 32] as const
const MIN_SCORE = 0.5
const SAME_FACE = 0.3
const landmarkTypes = ['right_eye', 'left_eye', 'nose', 'mouth_right', 'mouth_left'] as const

/**
 * YuNet (Shiqi Yu, permissive): faces with five landmarks at a long side of 640 pixels, of any ratio or in a fixed
 * square.
 */
export function createYunet(
  session: ModelSession,
  modelId: string,
  options: { isSquare?: boolean } = {},
): { faces: FaceDetector } {
  const detect: FaceDetector['detect'] = async (photo) => {
    const raster = await photo.fitted({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside' })
    const frame = options.isSquare
      ? { width: LONG_SIDE, height: LONG_SIDE }
      : { width: roundUp(raster.width), height: roundUp(raster.height) }
    const outputs = await runYunet(session, raster, frame)
    const faces = STRIDES.flatMap((stride) => decodeStride(outputs, stride, frame.width / stride))
    const scaleX = photo.width / raster.width
    const scaleY = photo.height / raster.height
    return suppressBoxes(faces, SAME_FACE).flatMap((face) => {
      const scaled = scaleFace(face, scaleX, scaleY)
      const box = clampBox(scaled.box, photo.width, photo.height)
      return box ? [{ ...scaled, box }] : []
    })
  }
  return { faces: { modelId, detect } }
}

/** Every output of the network for a raster at the top left of a frame whose sides are multiples of 32. */
export function runYunet(
  session: ModelSession,
  raster: Raster,
  frame: { width: number; height: number },
): Promise<Record<string, Tensor>> {
  const data = toPlanar(raster, { order: 'bgr', scale: 1 }, frame)
  return session.run({ [session.inputNames[0]!]: { data, dims: [1, 3, frame.height, frame.width] } })
}

const roundUp = (side: number) => Math.ceil(side / 32) * 32

function decodeStride(outputs: Record<string, Tensor>, stride: number, columns: number): DetectedFace[] {
  const read = (name: string) => outputs[`${name}_${stride}`]!.data as Float32Array
  const [classes, objectness, boxes, points] = [read('cls'), read('obj'), read('bbox'), read('kps')]
  const faces: DetectedFace[] = []
  for (let cell = 0; cell < classes.length; cell++) {
    const score = Math.sqrt(clamp01(classes[cell]!) * clamp01(objectness[cell]!))
    if (score < MIN_SCORE) continue
    const gx = cell % columns
    const gy = Math.floor(cell / columns)
    const cx = (gx + boxes[4 * cell]!) * stride
    const cy = (gy + boxes[4 * cell + 1]!) * stride
    const halfWidth = (Math.exp(boxes[4 * cell + 2]!) * stride) / 2
    const halfHeight = (Math.exp(boxes[4 * cell + 3]!) * stride) / 2
    const landmarks = landmarkTypes.map((type, k) => ({
      type,
      x: (points[10 * cell + 2 * k]! + gx) * stride,
      y: (points[10 * cell + 2 * k + 1]! + gy) * stride,
    }))
    faces.push({
      score,
      box: { x1: cx - halfWidth, y1: cy - halfHeight, x2: cx + halfWidth, y2: cy + halfHeight },
      landmarks,
    })
  }
  return faces
}

const clamp01 = (value: number) => Math.min(1, Math.max(0, value))

function scaleFace({ score, box, landmarks }: DetectedFace, scaleX: number, scaleY: number): DetectedFace {
  return {
    score,
    box: { x1: box.x1 * scaleX, y1: box.y1 * scaleY, x2: box.x2 * scaleX, y2: box.y2 * scaleY },
    landmarks: landmarks.map(({ type, x, y }) => ({ type, x: x * scaleX, y: y * scaleY })),
  }
}
