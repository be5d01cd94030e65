import { isOrf, isRw2 } from '../signatures.ts'

/** The same file under the usual mark of a TIFF, so that any reader takes the files of Olympus and Panasonic. */
export function asPlainTiff(bytes: Buffer): Buffer {
  if (!isOrf(bytes) && !isRw2(bytes)) return bytes
  const plain = Buffer.from(bytes)
  plain.write(bytes[0] === 0x49 ? 'II*\0' : 'MM\0*', 0, 'latin1')
  return plain
}
