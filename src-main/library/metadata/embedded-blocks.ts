import type { OpenFile } from './with-file.ts'

/** Blocks of metadata as stored in a file of any kind; a block may be absent. */
export type EmbeddedBlocks = {
  /** A small TIFF file. */
  exif?: Buffer | null
  /** An XMP packet. */
  xmp?: Buffer | null
  /** IPTC-IIM. */
  iptc?: Buffer | null
  /** The name of the colour profile. */
  profile?: string | null
  /** When the original was made, as a text. */
  createdAt?: string | null
}

/** Finds the blocks of a file with these first bytes. Damaged ones are left out. */
export type BlockReader = (file: OpenFile, head: Buffer) => Promise<EmbeddedBlocks>

/** Larger ones are no metadata, and are not read. */
export const MAX_BLOCK_BYTES = 8 * 1024 * 1024
/**
 * Maximum bytes of a decompressed block: photographers' packets have megabytes, and hostile ones grow a thousandfold.
 */
export const MAX_INFLATED_BYTES = 16 * 1024 * 1024

/** Some writers include the six bytes that introduce EXIF in a JPEG. */
export const withoutExifMark = (exif: Buffer): Buffer =>
  exif.toString('latin1', 0, EXIF_MARK.length) === EXIF_MARK ? exif.subarray(EXIF_MARK.length) : exif

const EXIF_MARK = 'Exif\0\0'

/** Bytes of a file, from memory if they are there. */
export const partOf = (file: OpenFile, head: Buffer, start: number, length: number): Promise<Buffer> | Buffer =>
  start + length <= head.length ? head.subarray(start, start + length) : file.part(start, length)
