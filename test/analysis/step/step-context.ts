import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import type { Models, TaskAdapters } from '../../../src-main/analysis/models/runtime/tasks.ts'
import type { DecodedPhoto } from '../../../src-main/analysis/photo/photo.ts'
import { createCachedDetections } from '../../../src-main/analysis/pipeline/create-cached-detections.ts'
import type { Step, StepContext } from '../../../src-main/analysis/step/step.ts'
import type { Findings } from '../../../src-main/analysis/photo/findings.ts'

/** Models of a few functions, for rules that need exact scores. */
export function fakeModels(adapters: Partial<TaskAdapters>): Models {
  return {
    get: async (task) => adapters[task] ?? null,
    idFor: (task) => adapters[task]?.modelId ?? null,
    close: async () => {},
  }
}

/** Runs steps in order on one photo like the engine. */
export async function runSteps(photo: DecodedPhoto, models: Models, steps: readonly Step[]): Promise<Findings> {
  const found: Findings = {}
  const context: StepContext = { photo, models, found, detections: createCachedDetections(photo, models) }
  for (const step of steps) Object.assign(found, await step.run(context))
  return found
}

/** Runs steps on a file. */
export async function runStepsOn(path: string, models: Models, steps: readonly Step[]): Promise<Findings> {
  return runSteps(await decodePhoto(path), models, steps)
}
