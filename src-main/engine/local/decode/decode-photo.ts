import { WORKING_SIDE, type DecodedPhoto, type FitSpec, type Raster } from '../photo.ts'
import { decodeRaster } from './decode-raster.ts'
import { fitRaster } from './fit-raster.ts'
import { openSource, type MemoryGate, type PhotoSource } from './open-source.ts'
import type { PhotoOrigin } from './read-photo-file.ts'

export type DecodeOptions = { gate?: MemoryGate }

/** Reads a photo once and decodes it once to the working size. Rejects with a DecodeFailure. */
export async function decodePhoto(photo: PhotoOrigin, { gate }: DecodeOptions = {}): Promise<DecodedPhoto> {
  const source = await openSource(photo, { longSide: WORKING_SIDE, gate })
  const { raster, warnings } = await decodeRaster(source, WORKING_SIDE, gate)
  return photoOf(source, raster, warnings)
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
