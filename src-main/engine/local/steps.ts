import { loadPalette } from './colors/palette.ts'
import type { Step } from './step.ts'
import { createCategoriesStep } from './steps/categories.ts'
import { createColorsStep } from './steps/colors.ts'
import { croppingsStep } from './steps/croppings.ts'
import { createEmbeddingStep } from './steps/embedding.ts'
import { createFacesStep } from './steps/faces.ts'
import { hashStep } from './steps/hash.ts'
import { previewStep } from './steps/preview.ts'
import { createTagsStep } from './steps/tags.ts'
import { openTagParts } from './tagging/gather-evidence.ts'

/**
 * Every step of the local engine, with the data files they read. A new step is one file in `steps/` and one line here; `stepNames` in
 * engine.ts gives the order. Throws where a data file of the program is missing or damaged.
 */
export function createSteps(resourcesDir: string): readonly Step[] {
  const tagParts = openTagParts(resourcesDir)
  return [
    hashStep,
    previewStep,
    createFacesStep(),
    createTagsStep(tagParts),
    createCategoriesStep(tagParts),
    croppingsStep,
    createColorsStep(loadPalette(resourcesDir)),
    createEmbeddingStep(),
  ]
}
