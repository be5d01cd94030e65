import { createHash } from 'node:crypto'
import type { Bytes } from '../bytes.ts'
import { hasText } from '../signatures.ts'
import { readJpegSegments } from './jpeg-segments.ts'

/** Maximum bytes of the packet that every program reads; it must fit into one segment with its mark. */
export const MAX_PACKET_BYTES = 65_502

const PACKET_MARK = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
const EXTENSION_MARK = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')
const DIGEST_BYTES = 32
/** Head of a part: the mark, the digest of the whole, its length, and the part's offset in it. */
const PART_HEAD = EXTENSION_MARK.length + DIGEST_BYTES + 8
const MAX_PART_BYTES = 65_400
const [APP0, APP1] = [0xe0, 0xe1]

/** The name by which a packet refers to its extension (`xmpNote:HasExtendedXMP`). */
export const extensionDigest = (extension: Buffer): string =>
  createHash('md5').update(extension).digest('hex').toUpperCase()

/**
 * Adds XMP to a JPEG behind its EXIF: a packet of at most `MAX_PACKET_BYTES` and, if needed, an extension of any length
 * that the packet names (XMP specification, part 3, 1.1.3). The JPEG must have no XMP yet.
 */
export function putXmpInJpeg(jpeg: Buffer, packet: Buffer, extension: Buffer | null): Buffer {
  const segments = [segment(PACKET_MARK, packet)]
  for (let at = 0; extension !== null && at < extension.length; at += MAX_PART_BYTES) {
    const place = Buffer.alloc(8)
    place.writeUInt32BE(extension.length, 0)
    place.writeUInt32BE(at, 4)
    const digest = Buffer.from(extensionDigest(extension), 'latin1')
    segments.push(segment(EXTENSION_MARK, digest, place, extension.subarray(at, at + MAX_PART_BYTES)))
  }
  const at = readJpegSegments(jpeg).segments.find(({ marker }) => marker !== APP0 && marker !== APP1)?.at ?? 2
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)])
}

function segment(...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The extension that a packet names, from the first bytes of a JPEG; null if it is incomplete or missing. */
export function extensionOf(jpeg: Bytes, packet: string): Buffer | null {
  const digest = /HasExtendedXMP\s*(?:=\s*["']|>)\s*([0-9A-Fa-f]{32})/.exec(packet)?.[1]
  if (digest === undefined) return null
  const parts = readJpegSegments(jpeg)
    .segments.filter(({ marker, at, end }) => marker === APP1 && end - at - 4 > PART_HEAD)
    .map(({ at, end }) => jpeg.subarray(at + 4, end))
    .filter((part) => hasText(part, 0, EXTENSION_MARK.toString('latin1') + digest))
    .map((part) => ({ at: part.readUInt32BE(PART_HEAD - 4), whole: part.readUInt32BE(PART_HEAD - 8), part }))
    .sort((a, b) => a.at - b.at)
  const extension = Buffer.concat(parts.map(({ part }) => part.subarray(PART_HEAD)))
  let end = 0
  for (const { at, part } of parts) {
    if (at !== end) return null
    end += part.length - PART_HEAD
  }
  return parts.length > 0 && parts.every(({ whole }) => whole === end) ? extension : null
}
