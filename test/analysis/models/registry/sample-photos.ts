import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fitRaster } from '../../../../src-main/analysis/decode/fit-raster.ts'
import type { DecodedPhoto, Raster } from '../../../../src-main/analysis/photo/photo.ts'
import { sharedPhotos } from '../../../fixtures/shared.ts'

/** Files that come with the program. */
export const resourcesDir = join(import.meta.dirname, '../../../../resources')
export const hasBundledModels = existsSync(join(resourcesDir, 'models/bundled/centernet.onnx'))

/** Real photos next to the project, if they exist. */
export const cocoDir = join(sharedPhotos() ?? 'no-such-folder', 'coco128')
export const hasCoco = existsSync(join(cocoDir, 'labels.json'))

/** A photo from pixels in memory. */
export function photoOf(pixels: Raster, parts: Partial<DecodedPhoto> = {}): DecodedPhoto {
  const { width, height } = pixels
  return {
    width,
    height,
    format: 'jpeg',
    hashes: async () => ({ contentHash: '', imageHash: '' }),
    hasAlpha: false,
    pixels,
    fitted: (spec) => fitRaster(pixels, spec),
    warnings: [],
    ...parts,
  }
}
