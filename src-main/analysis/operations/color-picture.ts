import type { ColorParameters, ColorResult } from '../../contract/analysis/operations/colors.ts'
import { extractColors } from '../colors/extract-colors.ts'
import type { Palette } from '../../base/color/palette.ts'
import type { AnalysedPicture } from './analysed-picture.ts'

/**
 * The colours of a picture. With `deterministic` the main object is found from the pixels alone, since models give
 * slightly different numbers on different machines; the overall colours are the same either way.
 */
export async function colorPicture(
  picture: AnalysedPicture,
  params: ColorParameters,
  palette: Palette,
): Promise<ColorResult> {
  const mask = await picture.foreground(params.deterministic === 1 ? 'pixels' : 'models')
  return { colors: extractColors(picture.colorRaster(), mask, palette, params) }
}
