import { loadPalette } from '../../base/color/palette.ts'
import { createCategoriesStep } from '../categories/categories-step.ts'
import { createColorsStep } from '../colors/colors-step.ts'
import { croppingsStep } from '../croppings/croppings-step.ts'
import { embeddingStep } from '../embedding/embedding-step.ts'
import { faceVectorsStep } from '../faces/face-vectors-step.ts'
import { facesStep } from '../faces/faces-step.ts'
import { hashStep } from '../hash/hash-step.ts'
import { stepNames, type StepName } from '../photo/findings.ts'
import { previewStep } from '../preview/preview-step.ts'
import { sharpnessStep } from '../sharpness/sharpness-step.ts'
import type { Step } from '../step/step.ts'
import { textStep } from '../text/text-step.ts'
import { textImageStep } from '../text-image/text-image-step.ts'
import { openEvidenceReader } from '../tags/evidence-reader.ts'
import { createTagsStep } from '../tags/tags-step.ts'

/**
 * Every step in the order of `stepNames`, with its data files; a name without its step does not compile. Throws if a
 * data file of the program is missing or damaged.
 */
export function createSteps(resourcesDir: string): readonly Step[] {
  const evidenceReader = openEvidenceReader(resourcesDir)
  const steps: Record<StepName, Step> = {
    hash: hashStep,
    preview: previewStep,
    faces: facesStep,
    tags: createTagsStep(evidenceReader),
    categories: createCategoriesStep(evidenceReader),
    croppings: croppingsStep,
    colors: createColorsStep(loadPalette(resourcesDir)),
    embedding: embeddingStep,
    sharpness: sharpnessStep,
    'text-image': textImageStep,
    'face-vectors': faceVectorsStep,
    text: textStep,
  }
  return stepNames.map((name) => steps[name])
}
