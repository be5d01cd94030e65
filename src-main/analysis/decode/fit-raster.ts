import type { FitSpec, Raster } from '../photo/photo.ts'
import { sharp } from './libvips.ts'
import { reduceRaster } from './reduce-raster.ts'
import { stretchRaster } from './stretch-raster.ts'

const FITS = { squash: 'fill', inside: 'inside', cover: 'cover' } as const

/** Resizes to a model's input, bilinear, with averaging when it shrinks. */
export async function fitRaster(raster: Raster, { width, height, fit }: FitSpec): Promise<Raster> {
  if (fit === 'cover') return resizeRaster(raster, { width, height, fit })
  if (fit === 'inside') return fitInside(raster, width, height)
  const [columns, rows] = [Math.min(width, raster.width), Math.min(height, raster.height)]
  const small =
    reduceRaster(raster, columns, rows) ?? (await resizeRaster(raster, { width: columns, height: rows, fit }))
  return stretchRaster(small, width, height)
}

/** The largest size that fits, at its own ratio. */
async function fitInside(raster: Raster, width: number, height: number): Promise<Raster> {
  const [across, down] = [raster.width / width, raster.height / height]
  const step = Math.max(across, down)
  const columns = across > down ? width : Math.max(1, Math.round(raster.width / step))
  const rows = across > down ? Math.max(1, Math.round(raster.height / step)) : height
  if (step <= 1) return stretchRaster(raster, columns, rows, step)
  return reduceRaster(raster, columns, rows, step) ?? resizeRaster(raster, { width, height, fit: 'inside' })
}

async function resizeRaster({ width, height, data: input }: Raster, spec: FitSpec): Promise<Raster> {
  const { data, info } = await sharp(input, { raw: { width, height, channels: 3 } })
    .resize(spec.width, spec.height, {
      fit: FITS[spec.fit],
      position: 'centre',
      kernel: 'linear',
      fastShrinkOnLoad: false,
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
