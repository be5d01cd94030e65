import type { UploadPicture } from '../photo/findings.ts'
import type { Raster } from '../photo/photo.ts'
import { fitRaster } from './fit-raster.ts'
import { sharp } from './libvips.ts'

/** Maximum longer side of a picture to send, even of panoramas. */
const MAX_SIDE = 8192
const QUALITY = 90

type Sides = { width: number; height: number }

/** Longer side in pixels of the picture to send: its shorter side is `side`, but it is never larger than the photo. */
export function uploadLongSide({ width, height }: Sides, side: number): number {
  const scale = Math.min(1, side / Math.min(width, height))
  return Math.min(MAX_SIDE, Math.max(1, Math.round(Math.max(width, height) * scale)))
}

/**
 * Encodes the picture to send, from a raster at least as large. A new JPEG has no metadata, so a photo's location is
 * not sent.
 */
export async function encodeUpload(raster: Raster, longSide: number): Promise<UploadPicture> {
  const isLarger = Math.max(raster.width, raster.height) > longSide
  const { width, height, data } = isLarger
    ? await fitRaster(raster, { width: longSide, height: longSide, fit: 'inside' })
    : raster
  const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY })
    .toBuffer()
  return { bytes, width, height }
}
