import { createHash } from 'node:crypto'
import { findImageData } from './find-image-data.ts'

/** Raised when other bytes count as the picture: hashes of two schemes say nothing about each other. */
const SCHEME = 1
const HEX_DIGITS = 32

/** Hash of the image data of a file that is in memory, apart from its metadata. */
export function imageHashOf(bytes: Buffer): string {
  const hash = createHash('sha256')
  for (const { start, end } of findImageData(bytes)) hash.update(bytes.subarray(start, end))
  return nameImageHash(hash.digest('hex'))
}

/** How an image-data hash is written: its scheme, and 128 bits of the SHA-256 (hex) of the bytes. */
export const nameImageHash = (sha256: string): string => `${SCHEME}:${sha256.slice(0, HEX_DIGITS)}`

/** True where two hashes were made in the same way, so that they can be compared. */
export const areComparable = (a: string, b: string): boolean =>
  a !== '' && b !== '' && a.slice(0, a.indexOf(':')) === b.slice(0, b.indexOf(':'))
