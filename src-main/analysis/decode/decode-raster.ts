import type { Sharp } from 'sharp'
import { pixelsToTiff } from '../../formats/tiff/pixels-to-tiff.ts'
import type { Luma, Raster } from '../photo/photo.ts'
import { decodeJpeg, type SmallJpeg, type WantedSides } from './jpeg/decode-jpeg.ts'
import { fitRaster } from './fit-raster.ts'
import { sharp } from './libvips.ts'
import { limits } from './limits.ts'
import { lumaOfRaster } from '../photo/luma-of-raster.ts'
import { unlimitedMemory, type MemoryLimiter } from './memory-limiter.ts'
import type { PhotoSource } from './photo-source.ts'
import { sourceOptions } from './picture-source.ts'
import { orientLuma, orientRaster } from './orient-raster.ts'
import { describeVipsError } from './vips-error.ts'

/** Pictures of at most so many pixels on their longer side become thumbnails, which keep colours at half their size. */
const COARSE_SIDE = 320

/** Pixels of a photo, and sentences about what was odd. */
export type DecodedRaster = { raster: Raster; warnings: string[] }
/** The same with its brightness at a finer size, or no finer one where the photo is not larger. */
export type FineRaster = DecodedRaster & { fine: Luma | null }

/**
 * Decodes a source to an upright sRGB raster with at most `longSide` pixels on its longer side, shrinking while it
 * reads and turning only the small result. What can be read of a damaged file is kept, with a warning; rejects with a
 * DecodeFailure when that is nothing.
 */
export async function decodeRaster(
  source: PhotoSource,
  longSide: number,
  limitMemory: MemoryLimiter = unlimitedMemory,
): Promise<DecodedRaster> {
  const { raster, warnings } = await limited(source, limitMemory, () => decodeTolerantly(source, longSide))
  return { raster: orientRaster(raster, source.orientation), warnings }
}

/** The same, and from the same decode its brightness with at most `fineSide` pixels on the longer side. */
export async function decodeFine(
  source: PhotoSource,
  { longSide, fineSide }: Required<Pick<WantedSides, 'longSide' | 'fineSide'>>,
  limitMemory: MemoryLimiter = unlimitedMemory,
): Promise<FineRaster> {
  const own = await limited(source, limitMemory, () => decodeJpeg(source.input, { longSide, fineSide }))
  if (own === null) return shrinkFine(await decodeRaster(source, fineSide, limitMemory), longSide)
  try {
    return {
      raster: orientRaster(await inSrgb(own), source.orientation),
      fine: own.fine && orientLuma(own.fine, source.orientation),
      warnings: [],
    }
  } catch (error) {
    throw describeVipsError(error)
  }
}

/** Both rasters of the finer one. */
export async function shrinkFine({ raster, warnings }: DecodedRaster, longSide: number): Promise<FineRaster> {
  if (Math.max(raster.width, raster.height) <= longSide) return { raster, fine: null, warnings }
  const small = await fitRaster(raster, { width: longSide, height: longSide, fit: 'inside' })
  return { raster: small, fine: lumaOfRaster(raster), warnings }
}

const limited = <T>(source: PhotoSource, limitMemory: MemoryLimiter, work: () => Promise<T>): Promise<T> =>
  source.decodeBytes > limits.heavyBytes ? limitMemory(source.decodeBytes, work) : work()

async function decodeTolerantly(source: PhotoSource, longSide: number): Promise<DecodedRaster> {
  try {
    return { raster: await decodeStored(source, longSide, 'error'), warnings: [] }
  } catch (error) {
    const failure = describeVipsError(error)
    if (failure.code !== 'damaged') throw failure
    const raster = await decodeStored(source, longSide, 'none').catch(() => null)
    if (raster === null || isFlat(raster)) throw failure
    return { raster, warnings: [`Only a part of the picture could be decoded. ${failure.message}`] }
  }
}

async function decodeStored(source: PhotoSource, longSide: number, failOn: 'error' | 'none'): Promise<Raster> {
  const own =
    failOn === 'error' ? await decodeJpeg(source.input, { longSide, hasCoarseColors: longSide <= COARSE_SIDE }) : null
  if (own !== null) return inSrgb(own)
  return resizeDecoded(sharp(source.input, { ...sourceOptions, failOn }), longSide)
}

/** The profile of a picture says what its colours are; libvips converts them as it would those of the whole. */
async function inSrgb({ raster, profile }: SmallJpeg): Promise<Raster> {
  if (profile === null) return raster
  const longSide = Math.max(raster.width, raster.height)
  return resizeDecoded(sharp(pixelsToTiff({ ...raster, profile })), longSide)
}

async function resizeDecoded(picture: Sharp, longSide: number): Promise<Raster> {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** True when every pixel has the same colour, as decoders give for a file whose pixels are all lost. */
function isFlat({ data }: Raster): boolean {
  for (let i = 3; i < data.length; i++) if (Math.abs(data[i]! - data[i % 3]!) > 2) return false
  return true
}
