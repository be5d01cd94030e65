/** What the first bytes of a file say: its kind, its size as stored (before orientation), and where its header ends. */
export type Header = {
  kind: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'heif' | 'raf' | 'cr3' | 'other'
  width: number
  height: number
  /** Bytes that hold all metadata, where that is known. */ end: number | null
}

const ascii = (bytes: Buffer, at: number, length: number) => bytes.toString('latin1', at, at + length)
const unknown = { width: 0, height: 0, end: null }

/**
 * Walks the segments of a JPEG up to its pixels. `end` lies beyond the given bytes where the metadata goes on there.
 */
function readJpeg(bytes: Buffer): Header {
  const header: Header = { kind: 'jpeg', width: 0, height: 0, end: null }
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at += 1 // Fill bytes may stand before a marker.
      continue
    }
    if (marker === 0xda || marker === 0xd9) return { ...header, end: at }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame && at + 9 <= bytes.length)
      Object.assign(header, { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) })
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return { ...header, end: at > bytes.length - 4 ? at + 4 : null }
}

function readWebp(bytes: Buffer): Header {
  const chunk = ascii(bytes, 12, 4)
  const size = { ...unknown }
  if (chunk === 'VP8X' && bytes.length >= 30)
    Object.assign(size, { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 })
  else if (chunk === 'VP8 ' && bytes.length >= 30)
    Object.assign(size, { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff })
  else if (chunk === 'VP8L' && bytes.length >= 25) {
    const bits = bytes.readUInt32LE(21)
    Object.assign(size, { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 })
  }
  return { kind: 'webp', ...size }
}

/** Reads a file's header from its first bytes; sizes are 0 where the header does not say. */
export function readHeader(bytes: Buffer): Header {
  if (bytes.length >= 4 && bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes)
  if (bytes.length >= 24 && ascii(bytes, 1, 3) === 'PNG')
    return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), end: null }
  if (bytes.length >= 16 && ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return readWebp(bytes)
  if (bytes.length >= 10 && ascii(bytes, 0, 3) === 'GIF')
    return { kind: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), end: null }
  if (ascii(bytes, 0, 8) === 'FUJIFILM') return { kind: 'raf', ...unknown }
  if (ascii(bytes, 4, 4) === 'ftyp') return { kind: ascii(bytes, 8, 4) === 'crx ' ? 'cr3' : 'heif', ...unknown }
  const isTiff = ['II*\0', 'MM\0*', 'IIU\0', 'IIRO', 'IIRS', 'MMOR'].includes(ascii(bytes, 0, 4))
  return { kind: isTiff ? 'tiff' : 'other', ...unknown }
}
