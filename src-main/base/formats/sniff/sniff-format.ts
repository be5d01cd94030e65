import { isBmp } from '../bmp/bmp-header.ts'
import { extensionOf, tiffRawExtensions } from '../extensions.ts'
import { isJxl } from '../jxl/jxl-header.ts'
import { sniffRawTiff } from '../raw/sniff-raw-tiff.ts'
import { hasText, isBigTiff, isGif, isJpeg, isMedia, isOrf, isPng, isRw2, isTiff, isWebp } from '../signatures.ts'

/**
 * How a format is decoded: by libvips, by libheif, by the preview in a camera's RAW file, by the composite of a
 * Photoshop file, by its own decoder, or by a frame of a film.
 */
export type FormatFamily = 'picture' | 'heic' | 'raw' | 'psd' | 'bmp' | 'jxl' | 'video' | 'unsupported' | 'unknown'
export type SniffedFormat = { format: string; family: FormatFamily }

/**
 * Detects a file's real format from its content. The name helps only with RAW files that look like TIFF and do not
 * declare their format.
 */
export function sniffFormat(bytes: Buffer, path: string): SniffedFormat {
  for (const [format, family, test] of signatures) if (test(bytes)) return { format, family }
  if (isMedia(bytes)) return sniffBrand(bytes)
  if (isTiff(bytes) || isBigTiff(bytes)) return sniffTiff(bytes, path)
  const video = sniffVideo(bytes)
  if (video !== null) return { format: video, family: 'video' }
  return sniffText(bytes) ?? { format: 'unknown', family: 'unknown' }
}

type Signature = readonly [format: string, family: FormatFamily, test: (bytes: Buffer) => boolean]

const signatures: readonly Signature[] = [
  ['jpeg', 'picture', isJpeg],
  ['png', 'picture', isPng],
  ['gif', 'picture', isGif],
  ['webp', 'picture', isWebp],
  ['cr2', 'raw', (b) => hasText(b, 0, 'II*\0') && hasText(b, 8, 'CR\x02')],
  ['orf', 'raw', isOrf],
  ['rw2', 'raw', isRw2],
  ['raf', 'raw', (b) => hasText(b, 0, 'FUJIFILMCCD-RAW')],
  ['crw', 'raw', (b) => hasText(b, 6, 'HEAPCCDR')],
  ['mrw', 'raw', (b) => hasText(b, 0, '\0MRM')],
  ['x3f', 'raw', (b) => hasText(b, 0, 'FOVb')],
  ['psb', 'psd', (b) => hasText(b, 0, '8BPS\0\x02')],
  ['psd', 'psd', (b) => hasText(b, 0, '8BPS')],
  ['bmp', 'bmp', isBmp],
  ['ico', 'unsupported', (b) => hasText(b, 0, '\0\0\x01\0')],
  ['pdf', 'unsupported', (b) => hasText(b, 0, '%PDF')],
  ['jxl', 'jxl', isJxl],
  ['jp2', 'unsupported', (b) => hasText(b, 4, 'jP  ')],
  ['vips', 'unsupported', (b) => hasText(b, 0, '\xb6\xa6\xf2\x08') || hasText(b, 0, '\x08\xf2\xa6\xb6')],
]

/** The brands of an ISO media file: its major brand, then the compatible ones. */
function sniffBrand(bytes: Buffer): SniffedFormat {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) brands.push(bytes.toString('latin1', at, at + 4))
  if (brands[0] === 'crx ') return { format: 'cr3', family: 'raw' }
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return { format: 'avif', family: 'picture' }
  if (brands.some((brand) => /^(he[ivx][csxm]|hev[cxms]|mif1|msf1)$/.test(brand)))
    return { format: 'heic', family: 'heic' }
  return { format: brands[0] === 'qt  ' ? 'mov' : 'mp4', family: 'video' }
}

function sniffTiff(bytes: Buffer, path: string): SniffedFormat {
  const isBig = isBigTiff(bytes)
  const extension = extensionOf(path)
  if (!isBig && tiffRawExtensions.has(extension)) return { format: extension, family: 'raw' }
  const format = isBig ? null : sniffRawTiff(bytes)
  return format === null ? { format: 'tiff', family: 'picture' } : { format, family: 'raw' }
}

function sniffText(bytes: Buffer): SniffedFormat | null {
  const head = bytes
    .toString('utf8', 0, Math.min(bytes.length, 1024))
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(head))
    return { format: 'svg', family: 'unsupported' }
  return null
}

const MATROSKA = Buffer.from('1a45dfa3', 'hex')
const PACKET = 0x47
const PACKET_BYTES = 188

/** The format of a film that has no known brand; null for any other file. */
function sniffVideo(bytes: Buffer): string | null {
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'AVI ')) return 'avi'
  if (bytes.subarray(0, 4).equals(MATROSKA)) return bytes.subarray(0, 256).includes('webm') ? 'webm' : 'mkv'
  if (isOldMovie(bytes)) return 'mov'
  return isTransportStream(bytes, 0) || isTransportStream(bytes, 4) ? 'mts' : null
}

/** QuickTime films started with any of these before brands existed; older cameras still write them. */
const isOldMovie = (bytes: Buffer): boolean =>
  ['moov', 'mdat', 'wide', 'skip', 'free', 'pnot'].some((type) => hasText(bytes, 4, type))

/** Packets of one length, each with the same first byte; those of camcorders are preceded by a time of four bytes. */
function isTransportStream(bytes: Buffer, at: number): boolean {
  const step = PACKET_BYTES + at
  return bytes.length > at + 3 * step && [0, 1, 2, 3].every((packet) => bytes[at + packet * step] === PACKET)
}
