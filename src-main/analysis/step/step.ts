import type { ModelTask } from '../../contract/library/models.ts'
import type { Findings, StepName } from '../photo/findings.ts'
import type { SaliencyMap } from '../models/runtime/tasks.ts'
import type { Models } from '../models/runtime/tasks.ts'
import type { TagTrace } from './tag-trace.ts'
import type { DecodedPhoto, ReadPhoto } from '../photo/photo.ts'

/**
 * What a step works with. Model outputs that several steps want (objects, saliency) are read from `detections`, which
 * runs each model once per photo.
 */
export type StepContext = {
  photo: DecodedPhoto
  models: Models
  found: Readonly<Findings>
  detections: CachedDetections
  /** Present if somebody asks why the photo has or lacks some tags. */
  trace?: TagTrace
}

/** Model outputs of one photo, computed at most once. A task without a model gives an empty list or null. */
export type CachedDetections = {
  objects(): Promise<{ label: string; score: number; box: { x1: number; y1: number; x2: number; y2: number } }[]>
  saliency(): Promise<SaliencyMap | null>
  /**
   * What stands out by colour alone, for where no saliency model is installed; values 0 to 1, at most BARRIER_SIDE per
   * side.
   */
  barriers(): Promise<SaliencyMap>
}

/** One kind of finding about a photo: named, versioned, and pure apart from its models. */
export type Step = PictureStep | FileStep

type StepFacts = {
  name: StepName
  /** Raise when the same photo would give another finding; older results are then redone. */
  version: number
  /** Tasks whose model belongs to the step's fingerprint. */
  tasks: readonly ModelTask[]
}

/** A step that looks at the picture. */
export type PictureStep = StepFacts & {
  isAboutFile?: never
  /** Pixels that it needs on the longer side of the photo; those of the working size where absent. */
  side?: number
  /** It reads the finer raster of the photo. */
  readsFine?: true
  run(context: StepContext): Promise<Partial<Findings>>
}

/** A step that needs no pixels: where it is asked for alone nothing is decoded, and it finds something in any file. */
export type FileStep = StepFacts & {
  isAboutFile: true
  run(context: { photo: ReadPhoto }): Promise<Partial<Findings>>
}
