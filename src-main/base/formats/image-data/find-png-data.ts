import type { Bytes } from '../bytes.ts'
import type { ByteRange } from './byte-range.ts'

/** Chunks that decoding needs, animations included; chunks about colours (gAMA, iCCP, sRGB) are left out. */
const DECODED: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'acTL', 'fcTL', 'fdAT'])
const SIGNATURE_BYTES = 8
const MAX_CHUNKS = 1_000_000

/** The chunks of a PNG with its picture, up to its end (PNG specification, third edition). */
export function findPngData(bytes: Bytes): ByteRange[] {
  const ranges: ByteRange[] = []
  for (let at = SIGNATURE_BYTES, chunks = 0; at + 12 <= bytes.length; chunks++) {
    if (chunks === MAX_CHUNKS) return []
    const head = bytes.subarray(at, at + 8)
    const type = head.toString('latin1', 4, 8)
    const end = at + 8 + head.readUInt32BE(0)
    if (type === 'IEND') break
    // The division of pixels into chunks is arbitrary, so only the content of these chunks counts.
    if (type === 'IDAT') ranges.push({ start: at + 8, end })
    else if (DECODED.has(type)) ranges.push({ start: at + 4, end })
    at = end + 4
  }
  return ranges
}
