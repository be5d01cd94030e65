import type { FitSpec, Raster } from '../photo/photo.ts'
import { sharp } from './libvips.ts'
import { reduceRaster } from './reduce-raster.ts'
import { stretchRaster } from './stretch-raster.ts'

const FITS = { squash: 'fill', inside: 'inside', cover: 'cover' } as const

/** Resizes to a model's input, bilinear, with averaging when it shrinks. */
export async function fitRaster(raster: Raster, { width, height, fit }: FitSpec): Promise<Raster> {
  if (fit === 'cover') return fitCover(raster, width, height)
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

/** The middle of what covers the size. */
async function fitCover(raster: Raster, width: number, height: number): Promise<Raster> {
  const step = Math.min(raster.width / width, raster.height / height)
  const small = reduceRaster(raster, Math.round(raster.width / step), Math.round(raster.height / step), step)
  return small === null ? resizeRaster(raster, { width, height, fit: 'cover' }) : cutMiddle(small, width, height)
}

/** An odd rest is larger on the left and above, as libvips cuts. */
function cutMiddle(raster: Raster, width: number, height: number): Raster {
  const data = new Uint8Array(3 * width * height)
  const [left, top] = [Math.ceil((raster.width - width) / 2), Math.ceil((raster.height - height) / 2)]
  for (let y = 0; y < height; y++) {
    const from = 3 * ((top + y) * raster.width + left)
    data.set(raster.data.subarray(from, from + 3 * width), 3 * width * y)
  }
  return { width, height, data }
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
