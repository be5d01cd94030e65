import { loadPalette } from '../../color/palette.ts'
import type { Step } from '../step/step.ts'
import { createCategoriesStep } from '../categories/categories-step.ts'
import { createColorsStep } from '../colors/colors-step.ts'
import { croppingsStep } from '../croppings/croppings-step.ts'
import { createEmbeddingStep } from '../embedding/embedding-step.ts'
import { createFacesStep } from '../faces/faces-step.ts'
import { hashStep } from '../hash/hash-step.ts'
import { previewStep } from '../preview/preview-step.ts'
import { createTagsStep } from '../tags/tags-step.ts'
import { openTagParts } from '../tags/gather-evidence.ts'

/**
 * Every step of the local engine, with the data files they read. A new step is one file in `steps/` and one line here;
 * `stepNames` in
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
