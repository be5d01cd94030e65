import { lumaOf } from '../../base/color/luma.ts'
import { LUMA_UNIT, type Luma, type Raster } from './photo.ts'

/** The brightness of each pixel. */
export function lumaOfRaster({ width, height, data }: Raster): Luma {
  const levels = new Int16Array(width * height)
  for (let i = 0, at = 0; i < levels.length; i++, at += 3)
    levels[i] = LUMA_UNIT * lumaOf(data[at]!, data[at + 1]!, data[at + 2]!) + 0.5
  return { width, height, levels }
}
