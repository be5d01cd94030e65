import type { Bytes } from '../bytes.ts'
import type { ByteRange } from './byte-range.ts'

const SCREEN_AT = 6
const SCREEN_BYTES = 7
const DESCRIPTOR_BYTES = 10
const EXTENSION = 0x21
const PICTURE = 0x2c
/** Extensions that drawing needs: graphic control and plain text. Comments and those of programs are left out. */
const DRAWN: ReadonlySet<number> = new Set([0xf9, 0x01])
const WINDOW_BYTES = 64 * 1024
const MAX_BLOCKS = 1_000_000

/** Screen, colour tables and pictures of a GIF (GIF89a, appendix A). */
export function findGifData(bytes: Bytes): ByteRange[] {
  const screenEnd = SCREEN_AT + SCREEN_BYTES + colorTableBytes(bytes, SCREEN_AT + 4)
  const ranges: ByteRange[] = [{ start: SCREEN_AT, end: screenEnd }]
  let at = screenEnd
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
    const [kind, label = 0] = bytes.subarray(at, at + 2)
    if (kind !== EXTENSION && kind !== PICTURE) return ranges
    const isPicture = kind === PICTURE
    // The byte before a picture's blocks is the size of its first codes.
    const dataAt = at + (isPicture ? DESCRIPTOR_BYTES + colorTableBytes(bytes, at + 9) + 1 : 2)
    const end = skipBlocks(bytes, dataAt)
    if (isPicture || DRAWN.has(label)) ranges.push({ start: at, end })
    at = end
  }
  return []
}

function colorTableBytes(bytes: Bytes, flagsAt: number): number {
  const [flags = 0] = bytes.subarray(flagsAt, flagsAt + 1)
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** The place behind a row of blocks, each of at most 255 bytes after its length, of which the last is empty. */
function skipBlocks(bytes: Bytes, from: number): number {
  let at = from
  let window = { start: from, data: bytes.subarray(from, from + WINDOW_BYTES) }
  for (;;) {
    if (at - window.start >= window.data.length) window = { start: at, data: bytes.subarray(at, at + WINDOW_BYTES) }
    const size = window.data[at - window.start]
    if (size === undefined) return bytes.length
    at += 1 + size
    if (size === 0) return at
  }
}
