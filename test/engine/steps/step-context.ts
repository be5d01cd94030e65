import { decodePhoto } from '../../../src-main/engine/local/decode/decode-photo.ts'
import type { Models, SlotAdapters } from '../../../src-main/engine/local/models/slots.ts'
import type { DecodedPhoto } from '../../../src-main/engine/local/photo.ts'
import { createSeen } from '../../../src-main/engine/local/seen.ts'
import type { Step, StepContext } from '../../../src-main/engine/local/step.ts'
import type { Findings } from '../../../src-main/engine/engine.ts'

/** Models made of a few functions, for rules that need exact scores. */
export function fakeModels(slots: Partial<SlotAdapters>): Models {
  return { get: async (slot) => slots[slot] ?? null, idFor: (slot) => slots[slot]?.modelId ?? null, close: async () => {} }
}

/** Runs steps in order on one photo as the engine does. */
export async function runSteps(photo: DecodedPhoto, models: Models, steps: readonly Step[]): Promise<Findings> {
  const found: Findings = {}
  const context: StepContext = { photo, models, found, seen: createSeen(photo, models) }
  for (const step of steps) Object.assign(found, await step.run(context))
  return found
}

/** Runs steps on a file. */
export async function runStepsOn(path: string, models: Models, steps: readonly Step[]): Promise<Findings> {
  return runSteps(await decodePhoto(path), models, steps)
}
