import type { DecodedPhoto } from '../../photo/photo.ts'
import type { ModelSession } from '../runtime/open-session.ts'
import type { Classifier } from '../runtime/tasks.ts'

const SHORT_SIDE = 256
const SIDE = 224
const MIDDLE = 127
const SPREAD = 128

/**
 * EfficientNet-lite4 (onnx/models, MIT) on the middle of the photo: 1000 ImageNet classes. Its input is interleaved,
 * and its output is probabilities already.
 */
export function createEfficientnet(
  session: ModelSession,
  modelId: string,
  labels: Classifier['labels'],
): { classifier: Classifier } {
  const classify = async (photo: DecodedPhoto): Promise<Float32Array> => {
    const raster = await photo.fitted({ width: SHORT_SIDE, height: SHORT_SIDE, fit: 'cover' })
    const [input, output] = [session.inputNames[0]!, session.outputNames[0]!]
    const outputs = await session.run({ [input]: { data: middleOf(raster), dims: [1, SIDE, SIDE, 3] } })
    return outputs[output]!.data as Float32Array
  }
  return { classifier: { modelId, labels, classify } }
}

/** The middle 224 by 224 pixels of a raster of at least that size, with values between about -1 and 1. */
function middleOf({ width, height, data }: Awaited<ReturnType<DecodedPhoto['fitted']>>): Float32Array {
  const out = new Float32Array(SIDE * SIDE * 3)
  const [left, top] = [Math.floor((width - SIDE) / 2), Math.floor((height - SIDE) / 2)]
  for (let y = 0; y < SIDE; y++) {
    const from = 3 * ((y + top) * width + left)
    for (let i = 0; i < 3 * SIDE; i++) out[3 * SIDE * y + i] = (data[from + i]! - MIDDLE) / SPREAD
  }
  return out
}
