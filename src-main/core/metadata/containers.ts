/**
 * Blocks of metadata inside a container that exifr does not open itself. Each of `tiffs` is a small TIFF file of its
 * own.
 */
export type Blocks = {
  tiffs: Buffer[]
  xmp: Buffer | null
  /** A whole JPEG within, where the metadata lies in its header. */ jpegAt: number | null
}

const none = (): Blocks => ({ tiffs: [], xmp: null, jpegAt: null })
const ascii = (bytes: Buffer, at: number, length: number) => bytes.toString('latin1', at, at + length)

/**
 * The `EXIF` and `XMP ` chunks of a WebP file (RIFF container). Chunks cut off by the end of the bytes are left out.
 */
export function blocksOfWebp(bytes: Buffer): Blocks {
  const blocks = none()
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + size)
    const name = ascii(bytes, at, 4)
    // Some writers keep the six bytes that introduce EXIF in a JPEG.
    if (name === 'EXIF' && body.length === size)
      blocks.tiffs.push(ascii(body, 0, 6) === 'Exif\0\0' ? body.subarray(6) : body)
    if (name === 'XMP ' && body.length === size) blocks.xmp = body
    at += 8 + size + (size & 1)
  }
  return blocks
}

/**
 * Where the EXIF and XMP chunks of a WebP file lie: writers put them last, behind the picture. Null where there are
 * none.
 */
export function metadataStartOfWebp(bytes: Buffer): number | null {
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) & 1)) {
    const name = ascii(bytes, at, 4)
    if (name === 'VP8X' && ((bytes[at + 8] ?? 0) & 0b1100) === 0) return null
    if (name === 'VP8 ' || name === 'VP8L')
      return at + 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) & 1)
  }
  return null
}

/** The JPEG that a Fujifilm RAF carries; its header has the metadata. */
export function blocksOfRaf(bytes: Buffer): Blocks {
  return bytes.length < 88 ? none() : { ...none(), jpegAt: bytes.readUInt32BE(84) }
}

/** The `CMT1` (camera), `CMT2` (exposure) and `CMT4` (place) boxes of a Canon CR3 file, found within `moov`. */
export function blocksOfCr3(bytes: Buffer): Blocks {
  const blocks = none()
  for (const name of ['CMT1', 'CMT2', 'CMT4']) {
    const at = bytes.indexOf(name, 0, 'latin1')
    const size = at < 4 ? 0 : bytes.readUInt32BE(at - 4)
    if (size > 8 && at - 4 + size <= bytes.length) blocks.tiffs.push(bytes.subarray(at + 4, at - 4 + size))
  }
  return blocks
}

/** Panasonic and Olympus write TIFF under a number of their own; with the usual number any TIFF reader takes it. */
export function asPlainTiff(bytes: Buffer): Buffer {
  const mark = ascii(bytes, 0, 4)
  if (mark !== 'IIU\0' && mark !== 'IIRO' && mark !== 'IIRS' && mark !== 'MMOR') return bytes
  const plain = Buffer.from(bytes)
  plain.write(mark.startsWith('II') ? 'II*\0' : 'MM\0*', 0, 'latin1')
  return plain
}
