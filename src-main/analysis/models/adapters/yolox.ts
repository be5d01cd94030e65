import type { Raster } from '../../photo/photo.ts'
import type { ModelSession } from '../runtime/open-session.ts'
import type { ObjectDetector } from '../runtime/tasks.ts'
import { clampBox, suppressBoxes } from './box-suppression.ts'
import { cocoLabels } from './coco-labels.ts'
import { FOCUS_INPUT } from '../runtime/unfold-focus.ts'
import { toFocused, toPlanar } from './planar.ts'

/** Sides of the square that a photo is fitted into. */
export const yoloxSides = { nano: 416, small: 640 } as const
export type YoloxSide = (typeof yoloxSides)[keyof typeof yoloxSides]
const STRIDES = [8, 16, 32] as const
const ROW = 85
const PAD = 114
const MIN_SCORE = 0.1
/** Overlap above which two boxes of one class are the same object; the usual value for display. */
const SAME_OBJECT = 0.45

type Found = Awaited<ReturnType<ObjectDetector['detect']>>

/** YOLOX (Megvii, Apache-2.0): 80 COCO classes, boxes in upright pixels. Nano and small differ only by their side. */
export function createYolox(session: ModelSession, modelId: string, side: YoloxSide): { objects: ObjectDetector } {
  const detect: ObjectDetector['detect'] = async (photo) => {
    const raster = await photo.fitted({ width: side, height: side, fit: 'inside' })
    const frame = frameOf(session, raster, side)
    const output = await runYolox(session, raster, frame)
    const found = decodeYolox(output, frame, { x: photo.width / raster.width, y: photo.height / raster.height })
    return suppressBoxes(found, SAME_OBJECT, (item) => item.label).flatMap((item) => {
      const box = clampBox(item.box, photo.width, photo.height)
      return box ? [{ ...item, box }] : []
    })
  }
  return { objects: { modelId, detect } }
}

type Frame = { width: number; height: number }

/**
 * A square with a border below or beside the photo, as the file requires. A model without its Focus takes sides of any
 * multiple of 32, and most photos fill less than three quarters of the square.
 */
function frameOf(session: ModelSession, raster: Raster, side: YoloxSide): Frame {
  const roundUp = (length: number) => Math.ceil(length / STRIDES[2]) * STRIDES[2]
  const isFree = session.inputNames[0] === FOCUS_INPUT
  return isFree ? { width: roundUp(raster.width), height: roundUp(raster.height) } : { width: side, height: side }
}

/** The raw head for a raster within the frame: 85 numbers for each cell of three grids. */
export async function runYolox(session: ModelSession, raster: Raster, { width, height }: Frame): Promise<Float32Array> {
  const input = session.inputNames[0]!
  const frame = { width, height, pad: PAD }
  const tensor =
    input === FOCUS_INPUT
      ? { data: toFocused(raster, frame), dims: [1, 12, height / 2, width / 2] }
      : { data: toPlanar(raster, { order: 'bgr', scale: 1 }, frame), dims: [1, 3, height, width] }
  const outputs = await session.run({ [input]: tensor })
  return outputs[session.outputNames[0]!]!.data as Float32Array
}

function decodeYolox(output: Float32Array, frame: Frame, scale: { x: number; y: number }): Found {
  const found: Found = []
  let row = 0
  for (const stride of STRIDES) {
    const [columns, rows] = [frame.width / stride, frame.height / stride]
    for (let cell = 0; cell < columns * rows; cell++, row += ROW) {
      const objectness = output[row + 4]!
      if (objectness < MIN_SCORE) continue
      const best = bestClass(output, row + 5)
      const score = objectness * output[row + 5 + best]!
      if (score < MIN_SCORE) continue
      const cx = (output[row]! + (cell % columns)) * stride
      const cy = (output[row + 1]! + Math.floor(cell / columns)) * stride
      const halfWidth = (Math.exp(output[row + 2]!) * stride) / 2
      const halfHeight = (Math.exp(output[row + 3]!) * stride) / 2
      const box = {
        x1: (cx - halfWidth) * scale.x,
        y1: (cy - halfHeight) * scale.y,
        x2: (cx + halfWidth) * scale.x,
        y2: (cy + halfHeight) * scale.y,
      }
      found.push({ label: cocoLabels[best]!, score, box })
    }
  }
  return found
}

function bestClass(output: Float32Array, from: number): number {
  let best = 0
  for (let k = 1; k < cocoLabels.length; k++) if (output[from + k]! > output[from + best]!) best = k
  return best
}
