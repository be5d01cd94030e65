import type { Sharp } from 'sharp'
import { say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { pixelsToTiff } from '../../base/formats/tiff/pixels-to-tiff.ts'
import { screenOf } from '../../base/formats/icc/profile-gamut.ts'
import { isJpeg, isWebp } from '../../base/formats/signatures.ts'
import type { Luma, Raster } from '../photo/photo.ts'
import { decodeJpeg, type SmallJpeg, type WantedSides } from './jpeg/decode-jpeg.ts'
import { fitRaster } from './fit-raster.ts'
import { limits } from './limits.ts'
import { lumaOfRaster } from '../photo/luma-of-raster.ts'
import { unlimitedMemory, type MemoryLimiter } from './memory-limiter.ts'
import type { PhotoSource } from './photo-source.ts'
import { displayP3Profile, inScreenColors, inSrgb, openPixels } from './source-pixels.ts'
import { orientLuma, orientRaster } from './orient-raster.ts'
import { describeVipsError } from './describe-vips-error.ts'

/** Pictures of at most this many pixels on their longer side become thumbnails, with colours at half the size. */
const COARSE_SIDE = 320

/**
 * Pixels of a photo in sRGB, and warnings; `wide` are the same pixels in Display P3 if the photo has colours that sRGB
 * cannot show.
 */
export type DecodedRaster = { raster: Raster; wide: Raster | null; warnings: Text[] }
/** Pixels in the colours of screens: in Display P3 if `isWide`, otherwise in sRGB. */
export type ScreenRaster = { raster: Raster; isWide: boolean; warnings: Text[] }
/** The same with its brightness at a finer size; null if the photo is not larger. */
export type FineRaster = DecodedRaster & { fine: Luma | null }

/**
 * Decodes a source to an upright sRGB raster with at most `longSide` pixels on its longer side. The readable part of a
 * damaged file is kept, with a warning; rejects with a DecodeFailure if there is none.
 */
export async function decodeRaster(
  source: PhotoSource,
  longSide: number,
  limitMemory: MemoryLimiter = unlimitedMemory,
): Promise<DecodedRaster> {
  const shown = await decodeForScreen(source, longSide, limitMemory)
  return { ...(await inBoth(shown.raster, shown.isWide)), warnings: shown.warnings }
}

/** The same, in the colours of screens only. */
export async function decodeForScreen(
  source: PhotoSource,
  longSide: number,
  limitMemory: MemoryLimiter = unlimitedMemory,
): Promise<ScreenRaster> {
  const bytes = source.decodeBytes + (turnsFirst(source, longSide) ? turnedBytes(source) : 0)
  const { raster, warnings } = await limited(bytes, limitMemory, () => decodeTolerantly(source, longSide))
  return { raster, isWide: source.colors === 'wide', warnings }
}

/** The same, and from the same decode its brightness with at most `fineSide` pixels on the longer side. */
export async function decodeFine(
  source: PhotoSource,
  { longSide, fineSide }: Required<Pick<WantedSides, 'longSide' | 'fineSide'>>,
  limitMemory: MemoryLimiter = unlimitedMemory,
): Promise<FineRaster> {
  const decode = () => decodeJpeg(source.input, { longSide, fineSide })
  const own = await limited(source.decodeBytes, limitMemory, decode)
  if (own === null) return shrinkFine(await decodeRaster(source, fineSide, limitMemory), longSide)
  try {
    const shown = orientRaster(await withProfile(own, source.colors), source.orientation)
    return {
      ...(await inBoth(shown, source.colors === 'wide')),
      fine: own.fine && orientLuma(own.fine, source.orientation),
      warnings: [],
    }
  } catch (error) {
    throw describeVipsError(error)
  }
}

/** Makes the smaller raster from the finer one and returns both. */
export async function shrinkFine({ raster, wide, warnings }: DecodedRaster, longSide: number): Promise<FineRaster> {
  if (Math.max(raster.width, raster.height) <= longSide) return { raster, wide, fine: null, warnings }
  const small = (large: Raster) => fitRaster(large, { width: longSide, height: longSide, fit: 'inside' })
  return { raster: await small(raster), wide: wide && (await small(wide)), fine: lumaOfRaster(raster), warnings }
}

const limited = <T>(bytes: number, limitMemory: MemoryLimiter, work: () => Promise<T>): Promise<T> =>
  bytes > limits.heavyBytes ? limitMemory(bytes, work) : work()

type UprightRaster = Pick<DecodedRaster, 'raster' | 'warnings'>

async function decodeTolerantly(source: PhotoSource, longSide: number): Promise<UprightRaster> {
  try {
    return { raster: await decodeUpright(source, longSide, 'error'), warnings: [] }
  } catch (error) {
    const failure = describeVipsError(error)
    if (failure.code !== 'damaged') throw failure
    const raster = await decodeUpright(source, longSide, 'none').catch(() => null)
    if (raster === null || isFlat(raster)) throw failure
    return { raster, warnings: [say('pictures.partDecoded', { sentence: failure.text })] }
  }
}

async function decodeUpright(source: PhotoSource, longSide: number, failOn: 'error' | 'none'): Promise<Raster> {
  const own =
    failOn === 'error' ? await decodeJpeg(source.input, { longSide, hasCoarseColors: longSide <= COARSE_SIDE }) : null
  if (own !== null) return orientRaster(await withProfile(own, source.colors), source.orientation)
  const isFirst = turnsFirst(source, longSide)
  const picture = openPixels(source, { failOn })
  if (isFirst) return resizeDecoded(turned(picture, source.orientation), source.colors, longSide)
  return orientRaster(await resizeDecoded(picture, source.colors, longSide), source.orientation)
}

/**
 * Whether a picture is turned before it is made smaller, so that it has the pixels of a copy that is stored upright:
 * libvips rounds after the rows, before the columns. Not if the whole is too large to be held, or is made smaller while
 * it is read, as libvips does with JPEG and WebP.
 */
function turnsFirst(source: PhotoSource, longSide: number): boolean {
  const { input, orientation, width, height, decodeBytes } = source
  const shrink = Math.max(width, height) / longSide
  if (orientation === 1 || shrink <= 1 || typeof input === 'string') return false
  if (decodeBytes + turnedBytes(source) > limits.decodeBytes) return false
  return isJpeg(input) ? shrink < 3 : !isWebp(input)
}

/** Bytes of the whole picture as libvips holds it for a turn. */
const turnedBytes = ({ width, height, colors }: PhotoSource): number => width * height * 4 * (colors === 'srgb' ? 1 : 2)

/**
 * Each EXIF orientation as a turn clockwise in degrees and a mirroring before it. It always has a turn: sharp mirrors
 * before it resizes only where it turns as well.
 */
const turns: Readonly<Record<number, readonly [degrees: number, mirror?: 'flip' | 'flop']>> = {
  2: [180, 'flip'],
  3: [180],
  4: [180, 'flop'],
  5: [90, 'flip'],
  6: [90],
  7: [90, 'flop'],
  8: [270],
}

function turned(picture: Sharp, orientation: number): Sharp {
  const [degrees, mirror] = turns[orientation] ?? [0]
  const rotated = picture.rotate(degrees)
  return mirror === undefined ? rotated : rotated[mirror]()
}

/**
 * Attaches the picture's profile, so that libvips converts the colours as in the whole picture. Most pictures already
 * have the colours of the screen; a conversion to the same takes a tenth of a decode.
 */
async function withProfile({ raster, profile }: SmallJpeg, colors: PhotoSource['colors']): Promise<Raster> {
  if (profile === null || screenOf(profile) === (colors === 'wide' ? 'p3' : 'srgb')) return raster
  const longSide = Math.max(raster.width, raster.height)
  const input = pixelsToTiff({ ...raster, profile })
  return resizeDecoded(openPixels({ input, colors, place: {} }), colors, longSide)
}

/** Pixels for screens, and in sRGB as well. */
async function inBoth(raster: Raster, isWide: boolean): Promise<Pick<DecodedRaster, 'raster' | 'wide'>> {
  if (!isWide) return { raster, wide: null }
  const input = pixelsToTiff({ ...raster, profile: displayP3Profile() })
  const picture = inSrgb(openPixels({ input, colors: 'profile', place: {} }), 'profile')
  return { raster: { ...raster, data: await picture.raw({ depth: 'uchar' }).toBuffer() }, wide: raster }
}

async function resizeDecoded(picture: Sharp, colors: PhotoSource['colors'], longSide: number): Promise<Raster> {
  const resized = picture
    .flatten({ background: '#ffffff' })
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await inScreenColors(resized, colors)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** True if every pixel has the same colour, as decoders return for a file whose pixels are all lost. */
function isFlat({ data }: Raster): boolean {
  for (let i = 3; i < data.length; i++) if (Math.abs(data[i]! - data[i % 3]!) > 2) return false
  return true
}
