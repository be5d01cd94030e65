/** How a TIFF writes its numbers, and the position of its first directory. */
export type TiffLayout = {
  isLittle: boolean
  /** Bytes of the number of entries in a directory. */
  countBytes: 2 | 8
  /** Bytes of a file offset; eight in a BigTIFF. */
  wordBytes: 4 | 8
  firstAt: number
}

const BIG_VERSION = 43

/** Reads the first 16 bytes of a TIFF-like file; null for other files. */
export function readTiffLayout(head: Buffer): TiffLayout | null {
  const order = head.toString('latin1', 0, 2)
  if ((order !== 'II' && order !== 'MM') || head.length < 8) return null
  const isLittle = order === 'II'
  if (readUint(head, 2, 2, isLittle) !== BIG_VERSION)
    return { isLittle, countBytes: 2, wordBytes: 4, firstAt: readUint(head, 4, 4, isLittle) }
  if (head.length < 16) return null
  return { isLittle, countBytes: 8, wordBytes: 8, firstAt: readUint(head, 8, 8, isLittle) }
}

/** Reads a whole number of 1, 2, 4 or 8 bytes, in either order. */
export function readUint(bytes: Buffer, at: number, size: number, isLittle: boolean): number {
  if (size < 8) return isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size)
  return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
}
