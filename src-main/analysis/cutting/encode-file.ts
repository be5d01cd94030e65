import type { Sharp } from 'sharp'
import { AppError } from '../../contract/errors.ts'
import type { OutputSharpening } from '../../contract/library/export-settings.ts'
import { sharp } from '../decode/libvips.ts'
import { putIimInJpeg, putIimInTiff } from '../../formats/iptc/iim.ts'
import { MOST_OF_PACKET, putXmpInJpeg } from '../../formats/jpeg/jpeg-xmp.ts'
import { withExifBlock } from '../../formats/tiff/write-directory.ts'
import type { FileFormat, FileStyle } from './cut-request.ts'
import { drawWatermark } from './draw-watermark.ts'
import { type ExifEntries, exifOf } from './exif-of.ts'
import { standInForTexts } from './exif-texts.ts'
import { type FileMetadata, plainMetadata } from './file-metadata.ts'
import { iimOf } from './iim-of.ts'
import { xmpOf } from './xmp-of.ts'

/** From this quality on, colour is kept at full resolution. */
const FULL_COLOR_QUALITY = 90
/** Below this quality nobody wants a picture. */
const LEAST_QUALITY = 10
/** Encodings that are tried for a limit of bytes after the first one: 90 qualities are halved so often. */
const MOST_TRIES = 7

export type EncodedFile = { value: Uint8Array; width: number; height: number }

/**
 * Shaped pixels as the bytes of a file. Throws `bad-params` where they cannot be made small enough for the limit.
 */
export async function encodeFile(shaped: Sharp, style: FileStyle, hasAlpha: boolean): Promise<EncodedFile> {
  const sharpened = sharpen(shaped, style)
  const flat = style.format === 'jpeg' && hasAlpha ? sharpened.flatten({ background: '#ffffff' }) : sharpened
  const colored = flat.withIccProfile(style.profile.name)
  if (style.watermark === null && style.maxBytes === null) return toBytes(colored, style)
  const finished = await hold(colored)
  const drawn = style.watermark === null ? finished : await draw(finished, style.watermark)
  const pipeline = () => sharp(drawn, { limitInputPixels: false }).keepIccProfile()
  return style.maxBytes === null ? toBytes(pipeline(), style) : fit(pipeline, style, style.maxBytes)
}

/** Pixels in the colours of the file, with their profile: they are encoded several times, or drawn on. */
const hold = (picture: Sharp): Promise<Buffer> => picture.tiff({ compression: 'none' }).toBuffer()

async function draw(finished: Buffer, watermark: NonNullable<FileStyle['watermark']>): Promise<Buffer> {
  const picture = sharp(finished, { limitInputPixels: false })
  const { width, height } = await picture.metadata()
  const overlay = await drawWatermark(watermark, { width, height })
  return hold(picture.keepIccProfile().composite([overlay]))
}

const strengths: Readonly<Record<OutputSharpening['amount'], number>> = { low: 0.5, standard: 1, high: 1.6 }
/** Ink spreads, on matte paper most; a screen shows every pixel as it is. */
const media: Readonly<Record<OutputSharpening['for'], { sigma(dpi: number): number; flat: number; edges: number }>> = {
  screen: { sigma: () => 0.6, flat: 0.4, edges: 1.2 },
  'glossy-paper': { sigma: (dpi) => Math.max(0.7, dpi / 330), flat: 0.5, edges: 1.8 },
  'matte-paper': { sigma: (dpi) => Math.max(0.8, dpi / 270), flat: 0.7, edges: 2.6 },
}

function sharpen(picture: Sharp, { sharpening, dpi }: FileStyle): Sharp {
  if (sharpening === null) return picture
  const { sigma, flat, edges } = media[sharpening.for]
  const strength = strengths[sharpening.amount]
  return picture.sharpen({ sigma: Math.min(10, sigma(dpi)), m1: flat * strength, m2: edges * strength })
}

/** The best quality whose file is small enough, by halving what is left of the scale. */
async function fit(pipeline: () => Sharp, style: FileStyle, maxBytes: number): Promise<EncodedFile> {
  let best = await toBytes(pipeline(), style)
  if (best.value.length <= maxBytes) return best
  if (style.format === 'png' || style.format === 'tiff') throw tooLarge(maxBytes, ` as ${style.format.toUpperCase()}`)
  let [low, high] = [LEAST_QUALITY, style.quality - 1]
  let found: EncodedFile | null = null
  for (let attempt = 0; attempt < MOST_TRIES && low <= high; attempt++) {
    const quality = attempt === 0 ? low : (low + high + 1) >> 1
    best = await toBytes(pipeline(), { ...style, quality })
    if (best.value.length <= maxBytes) [found, low] = [best, quality + 1]
    else high = quality - 1
  }
  if (found === null) throw tooLarge(maxBytes, ` at quality ${LEAST_QUALITY}`)
  return found
}

const tooLarge = (maxBytes: number, how: string) =>
  new AppError(
    'bad-params',
    `The picture does not fit into ${maxBytes / 1000} KB${how}; choose fewer pixels, another format or a higher limit.`,
  )

/** The bytes of a file with what it says of itself and of its photo. */
async function toBytes(picture: Sharp, style: FileStyle): Promise<EncodedFile> {
  const { format, quality, profile, dpi } = style
  const metadata = style.metadata === null ? null : plainMetadata(style.metadata)
  const { exif, put } = standInForTexts(exifOf(metadata, profile.isSrgb))
  const encoded = encode(picture, format, quality).withExif(exif).withDensity(dpi)
  const xmp = metadata === null ? null : xmpOf(metadata, format === 'jpeg' ? MOST_OF_PACKET : Infinity)
  // libvips leaves out what does not fit into one segment of a JPEG.
  const told = xmp === null || format === 'jpeg' ? encoded : encoded.withXmp(xmp.packet.toString('utf8'))
  const { data, info } = await told.toBuffer({ resolveWithObject: true })
  const withExif = format === 'tiff' ? withExifBlock(data, put(await exifBlock(exif))) : put(data)
  const described = xmp === null || format !== 'jpeg' ? withExif : putXmpInJpeg(withExif, xmp.packet, xmp.extension)
  return { value: withIim(described, format, metadata), width: info.width, height: info.height }
}

/** EXIF as libvips writes it into every format but TIFF, taken from a picture of one pixel. */
async function exifBlock(exif: ExifEntries): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } })
  const png = await pixel.withExif(exif).png().toBuffer()
  const { exif: block } = await sharp(png).metadata()
  if (block === undefined) throw new Error('A picture that was encoded with EXIF has none.')
  return block
}

/** Agencies read IPTC-IIM in JPEG and TIFF; other formats have no place for it that programs look at. */
function withIim(file: Buffer, format: FileFormat, metadata: FileMetadata | null): Buffer {
  const iim = metadata === null || (format !== 'jpeg' && format !== 'tiff') ? null : iimOf(metadata)
  if (iim === null) return file
  return format === 'jpeg' ? putIimInJpeg(file, iim) : putIimInTiff(file, iim)
}

function encode(picture: Sharp, format: FileFormat, quality: number): Sharp {
  if (format === 'png') return picture.png({ compressionLevel: 6 })
  if (format === 'tiff') return picture.tiff({ compression: 'lzw', predictor: 'horizontal' })
  if (format === 'webp') return picture.webp({ quality, smartSubsample: true })
  const chromaSubsampling = quality >= FULL_COLOR_QUALITY ? '4:4:4' : '4:2:0'
  if (format === 'avif') return picture.avif({ quality, chromaSubsampling, effort: 3 })
  return picture.jpeg({ quality, chromaSubsampling, optimiseCoding: true })
}
