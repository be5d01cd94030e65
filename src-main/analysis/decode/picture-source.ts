import { basename } from 'node:path'
import type { Metadata } from 'sharp'
import { say } from '../../contract/sentences/say.ts'
import type { ColorEncoding } from '../../base/formats/color-encoding.ts'
import { isDcfAdobeRgb } from '../../base/formats/exif/is-dcf-adobe-rgb.ts'
import { adobeRgb, matrixProfile } from '../../base/formats/icc/matrix-profile.ts'
import { isWiderThanSrgb } from '../../base/formats/icc/profile-gamut.ts'
import { readItemColor } from '../../base/formats/isobmff/item-colors.ts'
import { withProfile } from '../../base/formats/jpeg/with-profile.ts'
import { readPngColor } from '../../base/formats/png/png-color.ts'
import { hasText } from '../../base/formats/signatures.ts'
import { directoryAt, findMainPicture } from '../../base/formats/tiff/main-picture.ts'
import { pixelsToTiff } from '../../base/formats/tiff/pixels-to-tiff.ts'
import { tiffTag, type TiffDirectory } from '../../base/formats/tiff/tiff-directories.ts'
import { swapsSides } from '../../base/formats/exif/orientations.ts'
import { withBytes } from './file-bytes.ts'
import { limits } from './limits.ts'
import { checkPictureLimits } from './memory-estimate.ts'
import { unlimitedMemory, type MemoryLimiter } from './memory-limiter.ts'
import type { InspectFile, PhotoSource } from './photo-source.ts'
import type { PhotoFile } from './read-photo-file.ts'
import { displayP3Profile, openPixels, sourceOptions } from './source-pixels.ts'
import { labToDisplayP3, type EncodedPixels, type LabKind, toDisplayP3 } from './to-display-p3.ts'
import { describeVipsError } from './describe-vips-error.ts'
import { isAnimatedWebp } from '../../base/formats/webp/webp-size.ts'

/** Reads formats that libvips supports. */
export const inspectPicture: InspectFile = async (file, format, options) => {
  if (format === 'tiff') return inspectTiff(file, format, options)
  const source = await openPicture(file, format, basename(file.path ?? ''))
  const encoding = encodingIn(file, format)
  if (encoding === null) return { ...source, load: async () => source }
  return { ...source, load: () => convert(source, (pixels) => toDisplayP3(pixels, encoding), options.limitMemory) }
}

/** The colours that a file gives in numbers, which libvips does not read. */
function encodingIn({ input, head }: PhotoFile, format: string): ColorEncoding | null {
  if (format === 'png') return withBytes(input, readPngColor).encoding
  return format === 'avif' ? readItemColor(head).encoding : null
}

/** Bytes per pixel in libvips and the decoder beside the source itself: 16 bits, 8 bits and their file. */
const CONVERTED_BYTES_PER_PIXEL = 16

/** The same picture as pixels in Display P3, if that fits into memory. */
async function convert(
  source: PhotoSource,
  toP3: (pixels: EncodedPixels) => Uint8Array,
  limitMemory: MemoryLimiter = unlimitedMemory,
): Promise<PhotoSource> {
  const needed = source.decodeBytes + source.width * source.height * CONVERTED_BYTES_PER_PIXEL
  if (needed > limits.aloneBytes) return { ...source, warnings: [say('pictures.colorsTooLarge')] }
  const tiff = await limitMemory(needed, async () => {
    const { data, channels, width, height } = await readUpright(source)
    return pixelsToTiff({ width, height, channels, data: toP3({ data, channels }), profile: displayP3Profile() })
  })
  const { format, hasAlpha, media, warnings } = source
  return { ...(await openBytes(tiff, 'tiff')), format, hasAlpha, warnings, ...(media === undefined ? {} : { media }) }
}

/** The stored numbers of the upright picture, 16 bits if it has more than 8; grey as three channels. */
async function readUpright(source: PhotoSource) {
  try {
    const metadata = await openPixels(source).metadata()
    const isDeep = metadata.depth === 'ushort'
    const { data, info } = await openPixels(source, { sequentialRead: source.orientation === 1, ignoreIcc: true })
      .autoOrient()
      .toColourspace(isDeep ? 'rgb16' : 'srgb')
      .raw({ depth: isDeep ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const numbers = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data
    return { width, height, data: numbers, channels: info.channels === 4 ? (4 as const) : (3 as const) }
  } catch (error) {
    throw describeVipsError(error)
  }
}

/** TIFF files by their main picture. libvips supports only Lab of 16 signed bits, so all kinds of Lab are read here. */
const inspectTiff: InspectFile = async (file, format, { limitMemory }) => {
  const place = withBytes(file.input, findMainPicture)
  const lab = withBytes(file.input, (bytes) => findLab(directoryAt(bytes, place)))
  if (lab === null || typeof file.input === 'string') {
    const source = await openPicture(file, format, '', place)
    return { ...source, load: async () => source }
  }
  const numbers = await openNumbers(file.input, lab, place)
  return { ...numbers, load: () => convert(numbers, (pixels) => labToDisplayP3(pixels, lab.kind), limitMemory) }
}

/** Opens the bytes of a TIFF. Rejects with a DecodeFailure. */
export async function openTiff(bytes: Buffer): Promise<PhotoSource> {
  const lab = findLab(directoryAt(bytes, {}))
  if (lab === null) return openBytes(bytes, 'tiff')
  return convert(await openNumbers(bytes, lab, {}), (pixels) => labToDisplayP3(pixels, lab.kind))
}

type Lab = { kind: LabKind; /** Position of the kind in the file. */ at: number }
/** PhotometricInterpretation of Lab numbers, and of RGB. */
const labKinds: Readonly<Record<number, LabKind>> = { 8: 'cie', 9: 'icc' }
const RGB = 2

function findLab(directory: TiffDirectory | undefined): Lab | null {
  const kind = labKinds[directory?.numbers(tiffTag.photometric)?.[0] ?? RGB]
  const bits = directory?.numbers(tiffTag.bitsPerSample)?.[0]
  const samples = directory?.numbers(tiffTag.samplesPerPixel)?.[0] ?? 1
  const at = directory?.place(tiffTag.photometric)?.offset
  return kind === undefined || at === undefined || samples < 3 || (bits !== 8 && bits !== 16) ? null : { kind, at }
}

/** The file marked as RGB, for which libvips returns its numbers unchanged. */
function openNumbers(bytes: Buffer, { at }: Lab, place: PhotoSource['place']): Promise<PhotoSource> {
  const copy = Buffer.from(bytes)
  copy[copy[0] === 0x49 ? at : at + 1] = RGB
  return openPicture({ input: copy, head: copy }, 'tiff', '', place)
}

type OpenFile = Pick<PhotoFile, 'input' | 'head'>

/** Opens a picture whose bytes are all in memory, such as pixels that were decoded elsewhere. */
export const openBytes = (bytes: Buffer, format: string): Promise<PhotoSource> =>
  openPicture({ input: bytes, head: bytes }, format)

/**
 * Opens a picture for libvips. The name of its file may give the colours of a JPEG, `place` the picture of a TIFF.
 * Rejects with a DecodeFailure.
 */
async function openPicture(
  file: OpenFile,
  format: string,
  name = '',
  place: PhotoSource['place'] = {},
): Promise<PhotoSource> {
  const input = format === 'avif' ? asStillAvif(file.input) : file.input
  const metadata = await readMetadata(input, place)
  const decodeBytes = checkPictureLimits({ input, head: file.head, format, metadata, place })
  const orientation = metadata.orientation ?? 1
  const [width, height] = swapsSides(orientation)
    ? [metadata.height, metadata.width]
    : [metadata.width, metadata.height]
  const isAdobeRgb = format === 'jpeg' && isCameraAdobeRgb(metadata, name)
  return {
    ...(isAdobeRgb && typeof input !== 'string'
      ? { input: inAdobeRgb(input), colors: 'wide' }
      : { input, colors: colorsOf(metadata) }),
    place,
    width,
    height,
    format,
    hasAlpha: metadata.hasAlpha,
    ...(isAnimated(format, file.head, metadata) ? { media: 'animation' as const } : {}),
    orientation,
    decodeBytes,
    warnings: [],
  }
}

const rgb: ReadonlySet<string> = new Set(['srgb', 'rgb', 'rgb16'])

/** sharp converts 8 bits within sRGB at less cost. */
function colorsOf({ icc, space, depth }: Metadata): PhotoSource['colors'] {
  if (icc === undefined || !rgb.has(space)) return 'srgb'
  return isWiderThanSrgb(icc) ? 'wide' : depth === 'ushort' ? 'profile' : 'srgb'
}

function isCameraAdobeRgb({ icc, exif, space }: Metadata, name: string): boolean {
  if (icc !== undefined || exif === undefined || !rgb.has(space)) return false
  return isDcfAdobeRgb(exif, hasText(exif, 0, 'Exif\0\0') ? 6 : 0, name)
}

let adobeRgbProfile: Buffer | undefined

/** A camera's JPEG in Adobe RGB with the profile that it lacks; unchanged if it has one. */
export const inAdobeRgb = (jpeg: Buffer): Buffer => withProfile(jpeg, (adobeRgbProfile ??= matrixProfile(adobeRgb)))

/** A file's header as libvips reads it. Rejects with a DecodeFailure. */
export async function readMetadata(input: Buffer | string, place: PhotoSource['place'] = {}): Promise<Metadata> {
  try {
    const options = { ...sourceOptions, limitInputPixels: false, failOn: 'none' } as const
    return await openPixels({ input, colors: 'srgb', place }, options).metadata()
  } catch (error) {
    throw describeVipsError(error)
  }
}

/** libvips reads only the major brand: an image sequence opens as its still picture once it is marked as one. */
function asStillAvif(input: Buffer | string): Buffer | string {
  if (typeof input === 'string' || input.toString('latin1', 8, 12) === 'avif') return input
  const copy = Buffer.from(input)
  copy.write('avif', 8, 'latin1')
  return copy
}

/** Whether a picture is animated; `head` is the file's first bytes. */
function isAnimated(format: string, head: Buffer, { pages = 1 }: Pick<Metadata, 'pages'>): boolean {
  switch (format) {
    case 'gif':
      return pages > 1
    case 'webp':
      return isAnimatedWebp(head)
    case 'png':
      return isAnimatedPng(head)
    case 'avif':
      return hasText(head, 8, 'avis')
    default:
      return false
  }
}

/** The chunk that announces an animation precedes the pixels. */
function isAnimatedPng(head: Buffer): boolean {
  for (let at = 8; at + 8 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const type = head.toString('latin1', at + 4, at + 8)
    if (type === 'acTL' || type === 'IDAT') return type === 'acTL'
  }
  return false
}
