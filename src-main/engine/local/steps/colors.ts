import { colorSignature } from '../colors/color-signature.ts'
import { extractColors } from '../colors/extract-colors.ts'
import type { Palette } from '../colors/palette.ts'
import { findForeground } from '../foreground/find-foreground.ts'
import type { Step } from '../step.ts'

/** Finds the colours of a photo, of its main object and of its background, and its colour signature. */
export function createColorsStep(palette: Palette): Step {
  return {
    name: 'colors',
    version: 1,
    slots: ['saliency', 'objects', 'faces'],
    async run(context) {
      const { pixels } = context.photo
      const mask = await findForeground(context)
      return { colors: extractColors(pixels, mask, palette), colorVector: colorSignature(pixels) }
    },
  }
}
