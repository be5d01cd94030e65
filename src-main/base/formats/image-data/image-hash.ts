import { createHash } from 'node:crypto'
import { findImageData } from './find-image-data.ts'

/** Raise it when other bytes count as the picture: hashes of two schemes cannot be compared. */
const SCHEME = 1
const HEX_DIGITS = 32

/** Hash of the image data of a file in memory, apart from its metadata. */
export function imageHashOf(bytes: Buffer): string {
  const hash = createHash('sha256')
  for (const { start, end } of findImageData(bytes)) hash.update(bytes.subarray(start, end))
  return nameImageHash(hash.digest('hex'))
}

/** Format of an image-data hash: its scheme, and 128 bits of the SHA-256 (hex) of the bytes. */
export const nameImageHash = (sha256: string): string => `${SCHEME}:${sha256.slice(0, HEX_DIGITS)}`

/** True if two hashes have the same scheme, so that they can be compared. */
export const areComparable = (a: string, b: string): boolean =>
  a !== '' && b !== '' && a.slice(0, a.indexOf(':')) === b.slice(0, b.indexOf(':'))
