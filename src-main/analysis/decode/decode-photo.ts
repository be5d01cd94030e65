import { WORKING_SIDE, type DecodedPhoto, type FitSpec, type Raster } from '../photo/photo.ts'
import { decodeRaster } from './decode-raster.ts'
import { fitRaster } from './fit-raster.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import { openSource, type PhotoSource } from './open-source.ts'
import type { PhotoOrigin } from './read-photo-file.ts'
import { encodeUpload, uploadLongSide } from './upload-picture.ts'

export type DecodeOptions = {
  limitMemory?: MemoryLimiter
  /** Also makes the picture that is sent to a service, with this many pixels on its shorter side. */
  uploadSide?: number
}

/** A RAW file's previews are mostly 3:2; one of this many upload sides has enough pixels. */
const RAW_SIDES = 2

/** Reads a photo once and decodes it once to the working size. Rejects with a DecodeFailure. */
export async function decodePhoto(
  photo: PhotoOrigin,
  { limitMemory, uploadSide }: DecodeOptions = {},
): Promise<DecodedPhoto> {
  const source = await openSource(photo, {
    longSide: Math.max(WORKING_SIDE, RAW_SIDES * (uploadSide ?? 0)),
    limitMemory,
  })
  if (uploadSide !== undefined) return decodeForUpload(source, uploadSide, limitMemory)
  const { raster, warnings } = await decodeRaster(source, WORKING_SIDE, limitMemory)
  return photoOf(source, raster, warnings)
}

/** One decode at the larger of two sizes; the smaller one is made from it. */
async function decodeForUpload(
  source: PhotoSource,
  uploadSide: number,
  limitMemory?: MemoryLimiter,
): Promise<DecodedPhoto> {
  const longSide = uploadLongSide(source, uploadSide)
  const { raster, warnings } = await decodeRaster(source, Math.max(WORKING_SIDE, longSide), limitMemory)
  const upload = await encodeUpload(raster, longSide)
  const isLarger = Math.max(raster.width, raster.height) > WORKING_SIDE
  const pixels = isLarger
    ? await fitRaster(raster, { width: WORKING_SIDE, height: WORKING_SIDE, fit: 'inside' })
    : raster
  return Object.assign(photoOf(source, pixels, warnings), { upload })
}

function photoOf(source: PhotoSource, pixels: Raster, warnings: readonly string[]): DecodedPhoto {
  const { width, height, format, hasAlpha, contentHash } = source
  const fitted = new Map<string, Promise<Raster>>()
  return {
    width,
    height,
    format,
    hasAlpha,
    pixels,
    warnings: [...source.warnings, ...warnings],
    get contentHash() {
      return contentHash()
    },
    fitted(spec: FitSpec) {
      const key = `${spec.fit} ${spec.width}x${spec.height}`
      const known = fitted.get(key)
      if (known !== undefined) return known
      const made = fitRaster(pixels, spec)
      fitted.set(key, made)
      return made
    },
  }
}
