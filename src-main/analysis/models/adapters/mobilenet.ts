import type { DecodedPhoto, Raster } from '../../photo/photo.ts'
import type { ModelSession } from '../runtime/session.ts'
import type { Classifier, Embedder } from '../runtime/tasks.ts'
import { softmax } from '../../vectors/softmax.ts'
import { normalise } from '../../vectors/unit-vector.ts'
import { imageNetSpec, toPlanar } from './planar.ts'

const SHORT_SIDE = 256
const SIDE = 224
const DIMENSIONS = 1280

type Outputs = { logits: Float32Array; embedding: Float32Array | null }
type Labels = Classifier['labels']

/**
 * MobileNetV2 (onnx/models, Apache-2.0) on the middle of the photo: 1000 ImageNet classes and, where the file has that
 * output, 1280 pooled features. Both tasks share one run per photo.
 */
export function createMobilenet(
  session: ModelSession,
  modelId: string,
  labels: Labels,
): { classifier: Classifier; embedding?: Embedder } {
  const runs = new WeakMap<DecodedPhoto, Promise<Outputs>>()
  const runOnce = (photo: DecodedPhoto): Promise<Outputs> => {
    const known =
      runs.get(photo) ??
      photo
        .fitted({ width: SHORT_SIDE, height: SHORT_SIDE, fit: 'cover' })
        .then((raster) => runMobilenet(session, raster))
    runs.set(photo, known)
    return known
  }
  const classifier: Classifier = { modelId, labels, classify: async (photo) => softmax((await runOnce(photo)).logits) }
  if (!session.outputNames.includes('embedding')) return { classifier }
  const embed = async (photo: DecodedPhoto) => normalise((await runOnce(photo)).embedding!)
  return { classifier, embedding: { modelId, dimensions: DIMENSIONS, embed } }
}

/** Logits and features of the middle 224 pixels of a raster of at least that size. */
export async function runMobilenet(session: ModelSession, raster: Raster): Promise<Outputs> {
  const frame = {
    width: SIDE,
    height: SIDE,
    left: Math.floor((raster.width - SIDE) / 2),
    top: Math.floor((raster.height - SIDE) / 2),
  }
  const data = toPlanar(raster, imageNetSpec, frame)
  const outputs = await session.run({ [session.inputNames[0]!]: { data, dims: [1, 3, SIDE, SIDE] } })
  return {
    logits: outputs['output']!.data as Float32Array,
    embedding: (outputs['embedding']?.data as Float32Array | undefined) ?? null,
  }
}
