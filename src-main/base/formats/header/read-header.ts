import { readJpegFrame } from '../jpeg/read-jpeg-frame.ts'
import { readJpegSegments } from '../jpeg/jpeg-segments.ts'
import { isJxl, readJxlHeader } from '../jxl/jxl-header.ts'
import { hasText, isGif, isJpeg, isMedia, isOrf, isPng, isRaf, isRw2, isTiff, isWebp } from '../signatures.ts'
import { readWebpSize } from '../webp/webp-size.ts'

/** A file's kind, its size as stored (before orientation), and the end of its header, all from its first bytes. */
export type FileHeader = {
  kind: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'heif' | 'jxl' | 'psd' | 'raf' | 'cr3' | 'other'
  /** In pixels; 0 if the header does not say. */
  width: number
  height: number
  /** Number of first bytes that hold all metadata, if known; it may exceed the given bytes. */
  end: number | null
}

const unknown = { width: 0, height: 0, end: null }

/** Reads a file's header from its first bytes. */
export function readHeader(bytes: Buffer): FileHeader {
  if (isJpeg(bytes)) return readJpeg(bytes)
  if (isPng(bytes) && bytes.length >= 24)
    return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), end: null }
  if (isWebp(bytes)) return { kind: 'webp', ...unknown, ...readWebpSize(bytes) }
  if (isGif(bytes) && bytes.length >= 10)
    return { kind: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), end: null }
  if (isJxl(bytes)) return readJxl(bytes)
  if (hasText(bytes, 0, '8BPS') && bytes.length >= 26)
    return { kind: 'psd', width: bytes.readUInt32BE(18), height: bytes.readUInt32BE(14), end: null }
  if (isRaf(bytes)) return { kind: 'raf', ...unknown }
  if (isMedia(bytes)) return { kind: hasText(bytes, 8, 'crx ') ? 'cr3' : 'heif', ...unknown }
  return { kind: isTiff(bytes) || isOrf(bytes) || isRw2(bytes) ? 'tiff' : 'other', ...unknown }
}

function readJpeg(bytes: Buffer): FileHeader {
  const { stop, stopAt } = readJpegSegments(bytes)
  const { width, height } = readJpegFrame(bytes) ?? unknown
  // The four bytes before the next segment's content give its length.
  const end = stop === 'ended' ? stopAt : stop === 'cut-off' ? stopAt + 4 : null
  return { kind: 'jpeg', width, height, end }
}

/** The header has its own orientation: the size is that of the upright picture. */
function readJxl(bytes: Buffer): FileHeader {
  const { width, height } = readJxlHeader(bytes) ?? unknown
  return { kind: 'jxl', width, height, end: null }
}
