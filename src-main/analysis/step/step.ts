import type { ModelTask } from '../../contract/library/models.ts'
import type { Findings, StepName, StepTime } from '../photo/findings.ts'
import type { SaliencyMap } from '../models/runtime/tasks.ts'
import type { Models } from '../models/runtime/tasks.ts'
import type { TagTrace } from './tag-trace.ts'
import type { DecodedPhoto, ReadPhoto } from '../photo/photo.ts'

/**
 * What a step works with. Model outputs that several steps need (objects, saliency) come from `detections`, which runs
 * each model once for each photo.
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
  /** What is salient by colour alone, for use without a saliency model; values 0 to 1, at most BARRIER_SIDE a side. */
  barriers(): Promise<SaliencyMap>
}

/** One kind of finding about a photo: named, versioned, and pure apart from its models. */
export type Step = PictureStep | FileStep

type StepDescription = {
  name: StepName
  /** Raise it when the same photo would give another finding; older results are then redone. */
  version: number
  /** Tasks whose model belongs to the step's fingerprint. */
  tasks: readonly ModelTask[]
  /**
   * `idle`: nobody waits for it. It runs at once where it matters first (photos on screen, frames of stacks), and for
   * all others when nothing else is to do; `found` then has the findings of earlier runs. `now` by default.
   */
  when?: StepTime
}

/** A step that reads the picture. */
export type PictureStep = StepDescription & {
  isAboutFile?: never
  /** Pixels that it needs on the longer side of the photo; the working size when absent. */
  side?: number
  /** It reads the finer raster of the photo. */
  readsFine?: true
  run(context: StepContext): Promise<Partial<Findings>>
}

/** A step that needs no pixels: requested alone it decodes nothing, and it has findings for any file. */
export type FileStep = StepDescription & {
  isAboutFile: true
  run(context: { photo: ReadPhoto }): Promise<Partial<Findings>>
}
