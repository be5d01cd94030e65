import type { Bytes } from '../bytes.ts'
import { readWebpChunks } from '../webp/webp-chunks.ts'
import type { ByteRange } from './byte-range.ts'

const DECODED: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF'])

/** The chunks of a WebP file with its pictures. `VP8X` is left out: it says which metadata follow. */
export function findWebpData(bytes: Bytes): ByteRange[] {
  return [...readWebpChunks(bytes)]
    .filter(({ name }) => DECODED.has(name))
    .map(({ start, end }) => ({ start: start - 8, end }))
}
