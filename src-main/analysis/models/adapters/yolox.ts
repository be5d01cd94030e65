import type { Raster } from '../../photo/photo.ts'
import type { ModelSession } from '../runtime/session.ts'
import type { ObjectDetector } from '../runtime/tasks.ts'
import { clampBox, suppressBoxes } from './box-suppression.ts'
import { cocoLabels } from './coco-labels.ts'
import { toPlanar } from './planar.ts'

const SIDE = 416
const STRIDES = [8, 16, 32] as const
const ROW = 85
const PAD = 114
const MIN_SCORE = 0.1
/** Overlap above which two boxes of one class are the same object; the usual value for showing. */
const SAME_OBJECT = 0.45

type Found = Awaited<ReturnType<ObjectDetector['detect']>>

/** YOLOX (Megvii, Apache-2.0) at 416 pixels: 80 COCO classes, boxes in upright pixels. */
export function createYolox(session: ModelSession, modelId: string): { objects: ObjectDetector } {
  const detect: ObjectDetector['detect'] = async (photo) => {
    const raster = await photo.fitted({ width: SIDE, height: SIDE, fit: 'inside' })
    const output = await runYolox(session, raster)
    const found = decodeYolox(output, photo.width / raster.width, photo.height / raster.height)
    return suppressBoxes(found, SAME_OBJECT, (item) => item.label).flatMap((item) => {
      const box = clampBox(item.box, photo.width, photo.height)
      return box ? [{ ...item, box }] : []
    })
  }
  return { objects: { modelId, detect } }
}

/** The raw head for a raster of at most 416 by 416: 3549 rows of 85 numbers. */
export async function runYolox(session: ModelSession, raster: Raster): Promise<Float32Array> {
  const data = toPlanar(raster, { order: 'bgr', scale: 1 }, { width: SIDE, height: SIDE, pad: PAD })
  const outputs = await session.run({ [session.inputNames[0]!]: { data, dims: [1, 3, SIDE, SIDE] } })
  return outputs[session.outputNames[0]!]!.data as Float32Array
}

function decodeYolox(output: Float32Array, scaleX: number, scaleY: number): Found {
  const found: Found = []
  let row = 0
  for (const stride of STRIDES) {
    const cells = SIDE / stride
    for (let cell = 0; cell < cells * cells; cell++, row += ROW) {
      const objectness = output[row + 4]!
      if (objectness < MIN_SCORE) continue
      const best = bestClass(output, row + 5)
      const score = objectness * output[row + 5 + best]!
      if (score < MIN_SCORE) continue
      const cx = (output[row]! + (cell % cells)) * stride
      const cy = (output[row + 1]! + Math.floor(cell / cells)) * stride
      const halfWidth = (Math.exp(output[row + 2]!) * stride) / 2
      const halfHeight = (Math.exp(output[row + 3]!) * stride) / 2
      const box = {
        x1: (cx - halfWidth) * scaleX,
        y1: (cy - halfHeight) * scaleY,
        x2: (cx + halfWidth) * scaleX,
        y2: (cy + halfHeight) * scaleY,
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
