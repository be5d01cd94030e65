import type { FitSpec, Raster } from '../photo.ts'
import { sharp } from './libvips.ts'

const FITS = { squash: 'fill', inside: 'inside', cover: 'cover' } as const

/** Resizes as a model wants it, bilinear with averaging where it shrinks. libvips takes about 1 ms for 640 to 320 pixels, a loop in JavaScript 4. */
export async function fitRaster(raster: Raster, { width, height, fit }: FitSpec): Promise<Raster> {
  const { data, info } = await sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } })
    .resize(width, height, { fit: FITS[fit], position: 'centre', kernel: 'linear', fastShrinkOnLoad: false })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
