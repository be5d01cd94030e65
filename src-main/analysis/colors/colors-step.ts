import { colorSignature } from './color-signature.ts'
import { COLOR_SIDE, extractColors } from './extract-colors.ts'
import type { Palette } from '../../base/color/palette.ts'
import { findForeground } from '../foreground/find-foreground.ts'
import { shrinkRaster } from '../foreground/shrink.ts'
import type { Step } from '../step/step.ts'

/** Finds the colours of a photo, of its main object and of its background, and its colour signature. */
export function createColorsStep(palette: Palette): Step {
  return {
    name: 'colors',
    version: 7,
    tasks: ['saliency', 'people', 'objects', 'faces'],
    async run(context) {
      const small = shrinkRaster(context.photo.pixels, COLOR_SIDE)
      const mask = await findForeground(context)
      return { colors: extractColors(small, mask, palette), colorVector: colorSignature(small) }
    },
  }
}
