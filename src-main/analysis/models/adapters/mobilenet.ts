import { orientRaster } from '../../decode/orient-raster.ts'
import type { DecodedPhoto, Raster } from '../../photo/photo.ts'
import type { ModelSession } from '../runtime/open-session.ts'
import type { Classifier, Embedder } from '../runtime/tasks.ts'
import { softmax } from '../../vectors/softmax.ts'
import { normalise } from '../../vectors/unit-vector.ts'
import { imageNetSpec, toPlanar } from './planar.ts'

const SHORT_SIDE = 256
const SIDE = 224
const DIMENSIONS = 1280
/** The EXIF orientation that mirrors left and right. */
const MIRRORED = 2

type Outputs = { logits: Float32Array; embedding: Float32Array | null }
type Labels = Classifier['labels']

/**
 * MobileNetV2 (onnx/models, Apache-2.0): 1000 ImageNet classes and, if the file has that output, 1280 pooled features
 * of the middle of the photo. The classes are the mean of three views (the middle, its mirror image, the whole photo
 * squashed). The mean changes less when the same photo is stored in another way, and is right more often than one view.
 */
export function createMobilenet(
  session: ModelSession,
  modelId: string,
  labels: Labels,
): { classifier: Classifier; embedding?: Embedder } {
  const middles = new WeakMap<DecodedPhoto, Promise<Outputs>>()
  const analyseMiddle = (photo: DecodedPhoto): Promise<Outputs> => {
    const known = middles.get(photo) ?? middleOf(photo).then((raster) => runMobilenet(session, raster))
    middles.set(photo, known)
    return known
  }
  const classify = async (photo: DecodedPhoto): Promise<Float32Array> => {
    const { logits } = await analyseMiddle(photo)
    const mirrored = await runMobilenet(session, orientRaster(await middleOf(photo), MIRRORED))
    const whole = await runMobilenet(session, await photo.fitted({ width: SIDE, height: SIDE, fit: 'squash' }))
    return meanOf([logits, mirrored.logits, whole.logits].map((scores) => softmax(scores)))
  }
  const classifier: Classifier = { modelId, labels, classify }
  if (!session.outputNames.includes('embedding')) return { classifier }
  const embed = async (photo: DecodedPhoto) => normalise((await analyseMiddle(photo)).embedding!)
  return { classifier, embedding: { modelId, dimensions: DIMENSIONS, embed } }
}

const middleOf = (photo: DecodedPhoto): Promise<Raster> =>
  photo.fitted({ width: SHORT_SIDE, height: SHORT_SIDE, fit: 'cover' })

const meanOf = (views: readonly Float32Array[]): Float32Array =>
  views[0]!.map((_, k) => views.reduce((sum, shares) => sum + shares[k]!, 0) / views.length)

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
