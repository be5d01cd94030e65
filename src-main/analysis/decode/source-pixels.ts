import type { Sharp, SharpOptions } from 'sharp'
import { displayP3, matrixProfile } from '../../base/formats/icc/matrix-profile.ts'
import { pixelsToTiff } from '../../base/formats/tiff/pixels-to-tiff.ts'
import type { Raster } from '../photo/photo.ts'
import { sharp } from './libvips.ts'
import { limits } from './limits.ts'
import type { PhotoSource } from './photo-source.ts'

/** Options of sharp for every source: one page only, limited size, read from start to end. */
export const sourceOptions = { pages: 1, limitInputPixels: limits.streamedPixels, sequentialRead: true } as const

/** The fields of a source that determine its pixels. */
export type SourcePixels = Pick<PhotoSource, 'input' | 'colors' | 'place'>

/**
 * Opens a source in its own colours. A picture with an RGB profile keeps them: sharp would first convert it to sRGB,
 * which clips, and treat 16 bits as Display P3 on the way.
 */
export const openPixels = ({ input, colors, place }: SourcePixels, options: SharpOptions = {}): Sharp =>
  sharp(input, { ...sourceOptions, ...placeOptions(place), ignoreIcc: colors !== 'srgb', ...options })

const placeOptions = ({ page, subifd }: PhotoSource['place']): SharpOptions => ({
  ...(page === undefined ? {} : { page }),
  ...(subifd === undefined ? {} : { tiff: { subifd } }),
})

/** Converts to the colours of screens: sRGB, or Display P3 if sRGB is not enough. */
export const inScreenColors = (picture: Sharp, colors: PhotoSource['colors']): Sharp =>
  colors === 'srgb'
    ? picture.toColourspace('srgb')
    : picture.toColourspace('srgb').withIccProfile(colors === 'wide' ? 'p3' : 'srgb')

/** The same, always to sRGB. */
export const inSrgb = (picture: Sharp, colors: PhotoSource['colors']): Sharp =>
  inScreenColors(picture, colors === 'wide' ? 'profile' : colors)

let p3: Buffer | undefined

/** Points of the curve in pictures for the screen; between them its error is less than a tenth of a level of 8 bits. */
const CURVE_POINTS = 128

/** The bytes of a Display P3 profile; small, since every thumbnail of a wide photo has them. */
export const displayP3Profile = (): Buffer => (p3 ??= matrixProfile(displayP3, CURVE_POINTS))

/** A raster for encoding with sharp, with its profile attached if it is in Display P3. */
export function encodable({ width, height, data }: Raster, isWide: boolean): Sharp {
  if (!isWide) return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
  const tiff = pixelsToTiff({ width, height, data, profile: displayP3Profile() })
  return sharp(tiff, { limitInputPixels: false }).keepIccProfile()
}
