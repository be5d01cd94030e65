import { pixelsToTiff } from '../../formats/tiff/pixels-to-tiff.ts'
import type { Raster } from '../photo/photo.ts'
import { decodeEighth, type EighthPicture } from './eighth/decode-eighth.ts'
import type { Sharp } from 'sharp'
import { sharp } from './libvips.ts'
import { limits } from './limits.ts'
import { unlimitedMemory, type MemoryLimiter } from './memory-limiter.ts'
import type { PhotoSource } from './photo-source.ts'
import { sourceOptions } from './picture-source.ts'
import { orientRaster } from './orient-raster.ts'
import { describeVipsError } from './vips-error.ts'

/**
 * Pictures of at most so many pixels on their longer side become thumbnails, which keep colours at half their size:
 * those at an eighth of a JPEG, where cameras store them at a sixteenth, are more than enough.
 */
const COARSE_SIDE = 320

/** Pixels of a photo, and sentences about what was odd. */
export type DecodedRaster = { raster: Raster; warnings: string[] }

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
  const work = () => decodeTolerantly(source, longSide)
  const { raster, warnings } =
    source.decodeBytes > limits.heavyBytes ? await limitMemory(source.decodeBytes, work) : await work()
  return { raster: orientRaster(raster, source.orientation), warnings }
}

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
  const eighth = longSide > COARSE_SIDE ? null : await decodeEighth(source.input, longSide)
  return resizeDecoded(eighth === null ? sharp(source.input, { ...sourceOptions, failOn }) : openEighth(eighth), {
    longSide,
    seconds: source.decodeSeconds,
  })
}

/** With its profile, so that its colours are those that libvips makes of the whole. */
function openEighth({ profile, ...raster }: EighthPicture): Sharp {
  if (profile !== null) return sharp(pixelsToTiff({ ...raster, profile }))
  const { width, height, data } = raster
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function resizeDecoded(
  picture: Sharp,
  { longSide, seconds }: { longSide: number; seconds: number },
): Promise<Raster> {
  const { data, info } = await picture
    .timeout({ seconds })
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
