import type { FoundCategory } from '../../contract/analysis/category.ts'
import type { Face } from '../../contract/analysis/face.ts'
import type { FeaturesType } from '../../contract/analysis/index.ts'
import type { FoundTag } from '../../contract/analysis/tag.ts'
import type { SaliencyFeatures, Findings } from '../photo/findings.ts'
import { colorSignature } from '../colors/color-signature.ts'
import { COLOR_SIDE } from '../colors/extract-colors.ts'
import { decodePhoto } from '../decode/decode-photo.ts'
import type { MemoryLimiter } from '../decode/memory-limiter.ts'
import type { PhotoOrigin } from '../decode/read-photo-file.ts'
import { findForeground } from '../foreground/find-foreground.ts'
import { foregroundMask, type Mask } from '../foreground/foreground-mask.ts'
import { shrinkRaster } from '../foreground/shrink.ts'
import type { Models } from '../models/runtime/tasks.ts'
import type { DecodedPhoto, Raster } from '../photo/photo.ts'
import { createCachedDetections, once } from '../pipeline/create-cached-detections.ts'
import type { StepContext } from '../step/step.ts'
import { createCategoriesStep } from '../categories/categories-step.ts'
import { croppingsStep } from '../croppings/croppings-step.ts'
import { describeContent } from '../embedding/embedding-step.ts'
import { describeFace, type FaceVector } from '../faces/face-vector.ts'
import { facesStep } from '../faces/faces-step.ts'
import { createTagsStep } from '../tags/tags-step.ts'
import type { EvidenceReader, PhotoEvidence } from '../tags/evidence-reader.ts'
import type { PictureVector } from './ports.ts'

/**
 * A picture decoded once, for any number of operations. Each finding is computed on first use and kept; none depends on
 * parameters. It holds the picture's bytes and a small raster, and nothing that must be closed.
 */
export type AnalysedPicture = {
  readonly photo: DecodedPhoto
  /** Source of the full resolution. */
  readonly origin: PhotoOrigin
  readonly context: StepContext
  /** Shares memory among pictures that are being decoded at the same time. */
  readonly limitMemory: MemoryLimiter
  faces(): Promise<readonly Face[]>
  /** A vector of each face, in order; none without an identity model. */
  faceVectors(): Promise<readonly FaceVector[]>
  tags(): Promise<readonly FoundTag[]>
  evidence(): Promise<PhotoEvidence>
  /** Categories of `nsfw_beta` and `personal_photos`; without its model, none of the former. */
  categories(): Promise<readonly FoundCategory[]>
  saliencyFeatures(): Promise<SaliencyFeatures>
  /** The copy in which colours are counted. */
  colorRaster(): Raster
  /** The main object: by models if installed, or from the pixels alone, and then the same on every machine. */
  foreground(by: 'models' | 'pixels'): Promise<Mask>
  /** The content vector, L2-normalised, by the best model or by the named one; null if that is not installed. */
  embedding(modelId?: string): Promise<PictureVector | null>
  /** The colour signature for a colour index; from the pixels alone. */
  colorVector(features: FeaturesType): Promise<Float32Array>
}

/** What the analysis of a picture needs. */
export type PictureDependencies = { models: Models; evidenceReader: EvidenceReader; limitMemory: MemoryLimiter }

/** Longest side of the raster for a foreground from pixels alone. */
const MASK_SIDE = 96

/** Decodes a picture and prepares it for operations; rejects with a DecodeFailure. */
export async function analysePicture(
  origin: PhotoOrigin,
  { models, evidenceReader, limitMemory }: PictureDependencies,
): Promise<AnalysedPicture> {
  const photo = await decodePhoto(origin, { limitMemory })
  const found: Findings = {}
  const context: StepContext = { photo, models, found, detections: createCachedDetections(photo, models) }
  const faces = once(async () => (found.faces = (await facesStep.run(context)).faces ?? []))
  // every later step reads the faces from `found`, so they are detected only once
  const afterFaces = <T>(work: () => Promise<T>) => once(async () => (await faces(), work()))
  const colorRaster = once(() => shrinkRaster(photo.pixels, COLOR_SIDE))
  const byModels = afterFaces(() => findForeground(context))
  const byPixels = once(async () =>
    foregroundMask({ raster: shrinkRaster(photo.pixels, MASK_SIDE), saliency: null, boxes: [] }),
  )
  const foreground = (by: 'models' | 'pixels') => (by === 'models' ? byModels() : byPixels())
  return {
    photo,
    origin,
    context,
    limitMemory,
    faces,
    faceVectors: once(async () => describeEach(await faces(), context)),
    tags: afterFaces(async () => (await createTagsStep(evidenceReader).run(context)).tags ?? []),
    evidence: afterFaces(() => evidenceReader.evidenceOf(context)),
    categories: afterFaces(async () => (await createCategoriesStep(evidenceReader).run(context)).categories ?? []),
    saliencyFeatures: afterFaces(async () => (await croppingsStep.run(context)).saliencyFeatures!),
    colorRaster,
    foreground,
    embedding: rememberEach((modelId) => describeContent(context, modelId)),
    colorVector: async (features) => colorSignature(colorRaster(), features === 'object' ? await byPixels() : null),
  }
}

async function describeEach(faces: readonly Face[], { photo, models }: StepContext): Promise<FaceVector[]> {
  const identity = await models.get('face-identity')
  const vectors: FaceVector[] = []
  if (identity) for (const face of faces) vectors.push(await describeFace(photo, face, identity))
  return vectors
}

/** Runs work once for each named model, and once without a name. */
function rememberEach<T>(work: (modelId?: string) => Promise<T>): (modelId?: string) => Promise<T> {
  const known = new Map<string | undefined, Promise<T>>()
  return (modelId) => {
    const made = known.get(modelId) ?? work(modelId)
    known.set(modelId, made)
    return made
  }
}
