import type { FoundTag } from '../../src-main/contract/analysis/tag.ts'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { facesStep } from '../../src-main/analysis/faces/faces-step.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import type { Findings } from '../../src-main/analysis/photo/findings.ts'
import { createCachedDetections } from '../../src-main/analysis/pipeline/create-cached-detections.ts'
import { openEvidenceReader } from '../../src-main/analysis/tags/evidence-reader.ts'
import { createTagsStep } from '../../src-main/analysis/tags/tags-step.ts'
import { resourcesDir } from '../fixtures/folders.ts'

export type TagPhoto = (path: string) => Promise<readonly FoundTag[]>

/** Tags of a file with these models; faces are found as well. */
export function createTagPhoto(models: Models): TagPhoto {
  const steps = [facesStep, createTagsStep(openEvidenceReader(resourcesDir))]
  return async (path) => {
    const photo = await decodePhoto(path)
    const found: Findings = {}
    const context = { photo, models, found, detections: createCachedDetections(photo, models) }
    for (const step of steps) Object.assign(found, await step.run(context))
    return found.tags!
  }
}
