import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type DecodedPhoto, type FitSpec, type Raster, WORKING_SIDE } from '../../../src-main/engine/local/photo.ts'

/** A photo decoded by sharp alone, for tests of what comes after the decode. */
export async function photoFrom(file: string): Promise<DecodedPhoto> {
  const bytes = await readFile(file)
  const upright = sharp(bytes).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb')
  const { autoOrient } = await sharp(bytes).metadata()
  const { data, info } = await upright.resize(WORKING_SIDE, WORKING_SIDE, { fit: 'inside', withoutEnlargement: true }).raw().toBuffer({ resolveWithObject: true })
  const pixels = { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) }
  const contentHash = createHash('sha256').update(bytes).digest('hex')
  return photoOf(pixels, { width: autoOrient.width, height: autoOrient.height, contentHash })
}

/** A photo made of pixels in memory. */
export function photoOf(pixels: Raster, facts: Partial<DecodedPhoto> = {}): DecodedPhoto {
  const { width, height } = pixels
  return { width, height, format: 'jpeg', contentHash: '', hasAlpha: false, pixels, fitted: (spec) => fitRaster(pixels, spec), warnings: [], ...facts }
}

async function fitRaster(raster: Raster, { width, height, fit }: FitSpec): Promise<Raster> {
  const sharpFit = fit === 'squash' ? 'fill' : fit
  const input = sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } })
  const { data, info } = await input.resize(width, height, { fit: sharpFit, kernel: 'linear' }).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) }
}
