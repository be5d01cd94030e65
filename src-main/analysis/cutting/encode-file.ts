import type { Sharp, OverlayOptions } from 'sharp'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { OutputSharpening } from '../../contract/library/export-settings.ts'
import { sharp } from '../decode/libvips.ts'
import { putIimInJpeg, putIimInTiff, type IimText, writeIim } from '../../base/formats/iptc/iim.ts'
import { MAX_PACKET_BYTES, putXmpInJpeg } from '../../base/formats/jpeg/jpeg-xmp.ts'
import { withExifBlock } from '../../base/formats/tiff/write-directory.ts'
import type { FileFormat, FileStyle, DrawnWatermark } from './cut-request.ts'
import { type ExifEntries, exifOf } from './exif-of.ts'
import { type FileMetadata, plainMetadata, creatorsOf } from './file-metadata.ts'
import { xmpOf } from './xmp-of.ts'
import type { Size } from '../../contract/analysis/cropping.ts'
import { drawText } from './draw-text.ts'
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** From this quality on, colour is kept at full resolution. */
const FULL_COLOR_QUALITY = 90
/** Nobody wants a picture of a lower quality. */
const MIN_QUALITY = 10
/** Encodings tried for a byte limit after the first one: halving 90 qualities takes this many. */
const MAX_TRIES = 7

export type EncodedFile = { value: Uint8Array; width: number; height: number }

/** Encodes shaped pixels as a file. Throws `bad-params` if they cannot be made small enough for the limit. */
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

/** Holds pixels in the colours of the file, with their profile: they are encoded several times, or drawn on. */
const hold = (picture: Sharp): Promise<Buffer> => picture.tiff({ compression: 'none' }).toBuffer()

async function draw(finished: Buffer, watermark: NonNullable<FileStyle['watermark']>): Promise<Buffer> {
  const picture = sharp(finished, { limitInputPixels: false })
  const { width, height } = await picture.metadata()
  const overlay = await drawWatermark(watermark, { width, height })
  return hold(picture.keepIccProfile().composite([overlay]))
}

const strengths: Readonly<Record<OutputSharpening['amount'], number>> = { low: 0.5, standard: 1, high: 1.6 }
/** Ink spreads, most on matte paper; a screen shows every pixel exactly. */
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

/** The best quality with a small enough file, by bisection. */
async function fit(pipeline: () => Sharp, style: FileStyle, maxBytes: number): Promise<EncodedFile> {
  let best = await toBytes(pipeline(), style)
  if (best.value.length <= maxBytes) return best
  const size = maxBytes / 1000
  if (style.format === 'png' || style.format === 'tiff')
    throw new AppError('bad-params', say('exports.tooLargeFormat', { size, format: style.format.toUpperCase() }))
  let [low, high] = [MIN_QUALITY, style.quality - 1]
  let found: EncodedFile | null = null
  for (let attempt = 0; attempt < MAX_TRIES && low <= high; attempt++) {
    const quality = attempt === 0 ? low : (low + high + 1) >> 1
    best = await toBytes(pipeline(), { ...style, quality })
    if (best.value.length <= maxBytes) [found, low] = [best, quality + 1]
    else high = quality - 1
  }
  if (found === null) throw new AppError('bad-params', say('exports.tooLargeQuality', { size, quality: MIN_QUALITY }))
  return found
}

/** The bytes of a file with its metadata. */
async function toBytes(picture: Sharp, style: FileStyle): Promise<EncodedFile> {
  const { format, quality, profile, dpi } = style
  const metadata = style.metadata === null ? null : plainMetadata(style.metadata)
  const { exif, put } = standInForTexts(exifOf(metadata, profile.isSrgb))
  const encoded = encode(picture, format, quality).withExif(exif).withDensity(dpi)
  const xmp = metadata === null ? null : xmpOf(metadata, format === 'jpeg' ? MAX_PACKET_BYTES : Infinity)
  // libvips leaves out what does not fit into one segment of a JPEG.
  const withMetadata = xmp === null || format === 'jpeg' ? encoded : encoded.withXmp(xmp.packet.toString('utf8'))
  const { data, info } = await withMetadata.toBuffer({ resolveWithObject: true })
  const withExif = format === 'tiff' ? withExifBlock(data, put(await exifBlock(exif))) : put(data)
  const described = xmp === null || format !== 'jpeg' ? withExif : putXmpInJpeg(withExif, xmp.packet, xmp.extension)
  return { value: withIim(described, format, metadata), width: info.width, height: info.height }
}

/** An EXIF block that libvips writes for every format but TIFF, taken from a picture of one pixel. */
async function exifBlock(exif: ExifEntries): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } })
  const png = await pixel.withExif(exif).png().toBuffer()
  const { exif: block } = await sharp(png).metadata()
  if (block === undefined) throw new Error('A picture that was encoded with EXIF has none.')
  return block
}

/** Agencies read IPTC-IIM in JPEG and TIFF; programs do not look for it in other formats. */
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

/** Height of capital letters as part of the font size. */
const CAPITAL = 0.73
const percent = (share: number, of: number): number => (share / 100) * of

/** A watermark as an overlay for a picture of a size; never larger than the picture without its margins. */
async function drawWatermark(watermark: DrawnWatermark, size: Size): Promise<OverlayOptions> {
  const short = Math.min(size.width, size.height)
  const margin = Math.round(percent(watermark.margin, short))
  const room = { width: Math.max(1, size.width - 2 * margin), height: Math.max(1, size.height - 2 * margin) }
  const drawn = watermark.kind === 'text' ? await drawLine(watermark, short) : drawPicture(watermark, short)
  const { data, info } = await fade(drawn, watermark.opacity)
    .resize(room.width, room.height, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, ...placeOf(watermark.place, info, size, margin) }
}

const drawLine = (watermark: DrawnWatermark & { kind: 'text' }, short: number): Promise<Sharp> =>
  drawText({ ...watermark, pixels: Math.max(1, percent(watermark.size, short) / CAPITAL) })

const drawPicture = ({ bytes, size }: DrawnWatermark & { kind: 'picture' }, short: number): Sharp =>
  sharp(Buffer.from(bytes))
    .toColourspace('srgb')
    .ensureAlpha()
    .resize(Math.max(1, Math.round(percent(size, short))), null, { fit: 'inside' })

const fade = (picture: Sharp, opacity: number): Sharp => sharpOf(picture).linear([1, 1, 1, opacity / 100], [0, 0, 0, 0])

const sharpOf = (picture: Sharp): Sharp => picture.ensureAlpha()

function placeOf(place: DrawnWatermark['place'], drawn: Size, size: Size, margin: number) {
  const [right, bottom] = [size.width - drawn.width - margin, size.height - drawn.height - margin]
  const left = place.endsWith('left') ? margin : place.endsWith('right') ? right : (size.width - drawn.width) / 2
  const top = place.startsWith('top') ? margin : place.startsWith('bottom') ? bottom : (size.height - drawn.height) / 2
  return { left: Math.max(0, Math.round(left)), top: Math.max(0, Math.round(top)) }
}

/** Text that libvips writes unchanged; it removes brackets at the end, which it takes for its own remark. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.endsWith(')')
/** A text of this length occurs nowhere else in a file. */
const MIN_LENGTH = 24

/**
 * Texts of EXIF in UTF-8, as the Metadata Working Group requires. libvips reduces them to ASCII, where `© Zoë` becomes
 * `(C) Zoe`. Placeholders replace such texts during encoding, and `put` then overwrites them in the file's bytes. A
 * text shorter than its placeholder ends in NUL.
 */
function standInForTexts(exif: ExifEntries): { exif: ExifEntries; put(file: Buffer): Buffer } {
  const texts = new Map<string, Buffer>()
  const standIn = (text: string): string => {
    if (isPlain(text)) return text
    const bytes = Buffer.from(text)
    const name = `~${randomBytes(8).toString('hex')}`.padEnd(Math.max(MIN_LENGTH, bytes.length), '~')
    texts.set(name, Buffer.concat([bytes, Buffer.alloc(name.length - bytes.length)]))
    return name
  }
  const replaced = (entries: Record<string, string>) =>
    Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, standIn(text)]))
  return {
    exif: { IFD0: replaced(exif.IFD0), IFD2: replaced(exif.IFD2), IFD3: exif.IFD3 },
    put(file) {
      for (const [name, bytes] of texts) {
        const at = file.indexOf(name, 0, 'latin1')
        if (at < 0) throw new Error('A text of EXIF is not in the file that was encoded.')
        bytes.copy(file, at)
      }
      return texts.size > 0 && hasPngSignature(file) ? withCheckedExif(file) : file
    },
  }
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const hasPngSignature = (file: Buffer): boolean => file.subarray(0, PNG.length).equals(PNG)

/** A chunk of PNG is its length, its name, its bytes, and a checksum of the latter two. */
function withCheckedExif(png: Buffer): Buffer {
  for (let at = PNG.length; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'eXIf') continue
    const end = at + 8 + png.readUInt32BE(at)
    png.writeUInt32BE(crc32(png.subarray(at + 4, end)), end)
  }
  return png
}

/**
 * A photo's metadata as IPTC-IIM, which agencies and older programs read exclusively; null if there are none. XMP has
 * long texts in full, and readers that know both prefer it.
 */
function iimOf(metadata: FileMetadata): Buffer | null {
  return writeIim([
    ['IPTC:ObjectName', metadata.title ?? ''],
    ['IPTC:Caption-Abstract', metadata.caption ?? ''],
    ['IPTC:CopyrightNotice', metadata.copyright ?? ''],
    ...creatorsOf(metadata.creator).map((name): IimText => ['IPTC:By-line', name]),
    ...keywordsOf(metadata).map((keyword): IimText => ['IPTC:Keywords', keyword]),
    ...metadata.texts.flatMap(({ iim, text }): IimText[] => (iim === undefined ? [] : [[iim.write, text]])),
    ...timeOf(metadata),
  ])
}

const keywordsOf = ({ keywords }: FileMetadata): string[] => [
  ...new Set(keywords.flatMap((levels) => levels.at(-1)?.trim() ?? [])),
]

/** IIM requires an offset from UTC for a time: if it is unknown, only the day is written. */
function timeOf({ takenAt, offset }: FileMetadata): IimText[] {
  const [date, time] = takenAt?.slice(0, 19).split('T') ?? []
  if (date === undefined || time === undefined) return []
  return [
    ['IPTC:DateCreated', date.replaceAll('-', '')],
    ['IPTC:TimeCreated', offset === null ? '' : (time + offset).replaceAll(':', '')],
  ]
}
