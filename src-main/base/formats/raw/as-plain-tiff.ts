import { isOrf, isRw2 } from '../signatures.ts'

/** Rewrites the mark of Olympus and Panasonic files to that of a TIFF, so that any reader accepts them. */
export function asPlainTiff(bytes: Buffer): Buffer {
  if (!isOrf(bytes) && !isRw2(bytes)) return bytes
  const plain = Buffer.from(bytes)
  plain.write(bytes[0] === 0x49 ? 'II*\0' : 'MM\0*', 0, 'latin1')
  return plain
}
