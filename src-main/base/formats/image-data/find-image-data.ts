import type { Bytes } from '../bytes.ts'
import {
  hasText,
  isBigTiff,
  isGif,
  isJpeg,
  isMedia,
  isOrf,
  isPng,
  isRaf,
  isRw2,
  isTiff,
  isWebp,
} from '../signatures.ts'
import { tidyRanges, type ByteRange } from './byte-range.ts'
import { findCrwData, findMrwData, findRafData, findX3fData } from './camera-data.ts'
import { findMediaData } from './find-media-data.ts'
import { findTiffData } from './find-tiff-data.ts'
import { readJpegSegments, type JpegSegment } from '../jpeg/jpeg-segments.ts'
import { gifKinds, gifScreenEnd, readGifBlocks } from '../gif/gif-blocks.ts'
import { readWebpChunks } from '../webp/webp-chunks.ts'
import { readBoxes } from '../isobmff/media-boxes.ts'

type Container = readonly [test: (head: Buffer) => boolean, find: (bytes: Bytes) => ByteRange[]]

const containers: readonly Container[] = [
  [isJpeg, findJpegData],
  [isPng, findPngData],
  [isGif, findGifData],
  [isWebp, findWebpData],
  [isMedia, findMediaData],
  [(head) => hasText(head, 4, 'JXL '), findJxlData],
  [(head) => hasText(head, 0, '8BPS'), findPsdData],
  [isRaf, findRafData],
  [(head) => hasText(head, 0, '\0MRM'), findMrwData],
  [(head) => hasText(head, 6, 'HEAPCCDR'), findCrwData],
  [(head) => hasText(head, 0, 'FOVb'), findX3fData],
  // Phase One stores its sensor data outside its TIFF structure.
  [(head) => hasText(head, 8, 'IIII') || hasText(head, 8, 'MMMM'), () => []],
  [(head) => isTiff(head) || isBigTiff(head) || isOrf(head) || isRw2(head), findTiffData],
]

/**
 * Finds the bytes of a file that are its picture, apart from metadata: all that a decoder needs, and nothing that only
 * says how, when or by whom. A program that writes ratings, keywords or places keeps them; any other change of them is
 * damage or another picture. Returns the whole file if its container is unknown or cannot be parsed. Never throws, and
 * takes at most linear time; the ranges together never hold more than the file.
 */
export function findImageData(bytes: Bytes): ByteRange[] {
  const head = bytes.subarray(0, 64)
  const container = containers.find(([test]) => test(head))
  return tidyRanges(container?.[1](bytes) ?? [], bytes.length) ?? [{ start: 0, end: bytes.length }]
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9])
const WINDOW_BYTES = 256 * 1024

/**
 * The first picture of a JPEG: frame, tables and scans up to its end marker. Leaves out comments and application
 * segments, except Adobe's, which says how colours are stored. Also leaves out whatever follows the picture: further
 * pictures of an MPO file, gain maps, films.
 */
function findJpegData(bytes: Bytes): ByteRange[] {
  const { segments, stopAt } = readJpegSegments(bytes)
  const kept = segments.filter((segment) => isDecoded(bytes, segment)).map(({ at, end }) => ({ start: at, end }))
  return [...kept, { start: stopAt, end: findEnd(bytes, stopAt) }]
}

function isDecoded(bytes: Bytes, { at, marker }: JpegSegment): boolean {
  if (marker === 0xee) return hasText(bytes.subarray(at + 4, at + 9), 0, 'Adobe')
  return marker !== 0xfe && (marker < 0xe0 || marker > 0xef)
}

/** Within scans a zero follows every 0xff byte of data, so the first end marker is the picture's. */
function findEnd(bytes: Bytes, from: number): number {
  for (let at = from; at < bytes.length; at += WINDOW_BYTES) {
    const found = bytes.subarray(at, at + WINDOW_BYTES + 1).indexOf(END_OF_IMAGE)
    if (found >= 0) return at + found + END_OF_IMAGE.length
  }
  return bytes.length
}

/** Chunks that decoding needs, animations included; chunks about colours (gAMA, iCCP, sRGB) are left out. */
const DECODED_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'acTL', 'fcTL', 'fdAT'])
const SIGNATURE_BYTES = 8
const MAX_CHUNKS = 1_000_000

/** The chunks of a PNG with its picture, up to its end (PNG specification, third edition). */
function findPngData(bytes: Bytes): ByteRange[] {
  const ranges: ByteRange[] = []
  for (let at = SIGNATURE_BYTES, chunks = 0; at + 12 <= bytes.length; chunks++) {
    if (chunks === MAX_CHUNKS) return []
    const head = bytes.subarray(at, at + 8)
    const type = head.toString('latin1', 4, 8)
    const end = at + 8 + head.readUInt32BE(0)
    if (type === 'IEND') break
    // The division of pixels into chunks is arbitrary, so only the content of these chunks counts.
    if (type === 'IDAT') ranges.push({ start: at + 8, end })
    else if (DECODED_CHUNKS.has(type)) ranges.push({ start: at + 4, end })
    at = end + 4
  }
  return ranges
}

const SCREEN_AT = 6
/** Extensions that drawing needs: graphic control and plain text. Comments and application extensions are left out. */
const DRAWN: ReadonlySet<number> = new Set([0xf9, 0x01])

/** Screen, colour tables and pictures of a GIF. */
function findGifData(bytes: Bytes): ByteRange[] {
  const ranges: ByteRange[] = [{ start: SCREEN_AT, end: gifScreenEnd(bytes) }]
  for (const block of readGifBlocks(bytes)) {
    if (block === null) return []
    const { kind, label, start, end } = block
    if (kind === gifKinds.picture || DRAWN.has(label)) ranges.push({ start, end })
  }
  return ranges
}

const WEBP_PICTURES: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF'])

/** The chunks of a WebP file with its pictures. `VP8X` is left out: it says which metadata follow. */
function findWebpData(bytes: Bytes): ByteRange[] {
  return [...readWebpChunks(bytes)]
    .filter(({ name }) => WEBP_PICTURES.has(name))
    .map(({ start, end }) => ({ start: start - 8, end }))
}

/** A part of the codestream begins with its number. */
const PART_NUMBER_BYTES = 4
const MAX_BOXES = 10_000

/**
 * The codestream of a JPEG XL file in boxes (ISO/IEC 18181-2). A bare codestream has no boxes: it is the picture as a
 * whole, and stays the same when a program puts it into boxes.
 */
function findJxlData(bytes: Bytes): ByteRange[] {
  return readBoxes(bytes, 0, bytes.length, MAX_BOXES)
    .filter(({ type }) => type === 'jxlc' || type === 'jxlp')
    .map(({ type, start, end }) => ({ start: type === 'jxlp' ? start + PART_NUMBER_BYTES : start, end }))
}

const HEADER_BYTES = 26

/** Colours, layers and composite of a Photoshop file, without its image resources: metadata and a thumbnail. */
function findPsdData(bytes: Bytes): ByteRange[] {
  const colorsEnd = sectionEnd(bytes, HEADER_BYTES)
  const resourcesEnd = colorsEnd === null ? null : sectionEnd(bytes, colorsEnd)
  if (colorsEnd === null || resourcesEnd === null) return []
  return [
    { start: 0, end: colorsEnd },
    { start: resourcesEnd, end: bytes.length },
  ]
}

function sectionEnd(bytes: Bytes, at: number): number | null {
  const head = bytes.subarray(at, at + 4)
  return head.length < 4 ? null : at + 4 + head.readUInt32BE(0)
}
