import type { Bytes } from '../bytes.ts'

const SCREEN_AT = 6
const SCREEN_BYTES = 7
const DESCRIPTOR_BYTES = 10
const WINDOW_BYTES = 64 * 1024
const MAX_BLOCKS = 1_000_000

/** Kinds of blocks: a picture, or an extension, whose label identifies it. */
export const gifKinds = { extension: 0x21, picture: 0x2c } as const

/** A block of a GIF: its start, the start of its data, and its end, which may lie beyond the bytes. */
export type GifBlock = { kind: number; label: number; start: number; dataAt: number; end: number }

/** End of the screen and its colour table, where the first block starts (GIF89a, appendix A). */
export const gifScreenEnd = (bytes: Bytes): number => SCREEN_AT + SCREEN_BYTES + colorTableBytes(bytes, SCREEN_AT + 4)

/** Yields the blocks of a GIF up to its end; yields `null` last if there are more than in any real GIF. */
export function* readGifBlocks(bytes: Bytes): Generator<GifBlock | null> {
  let at = gifScreenEnd(bytes)
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
    const [kind, label = 0] = bytes.subarray(at, at + 2)
    if (kind !== gifKinds.extension && kind !== gifKinds.picture) return
    // The byte before a picture's blocks is the size of its first codes.
    const pictureBytes = kind === gifKinds.picture ? DESCRIPTOR_BYTES + colorTableBytes(bytes, at + 9) + 1 : 2
    const end = skipBlocks(bytes, at + pictureBytes)
    yield { kind, label, start: at, dataAt: at + pictureBytes, end }
    at = end
  }
  yield null
}

function colorTableBytes(bytes: Bytes, flagsAt: number): number {
  const [flags = 0] = bytes.subarray(flagsAt, flagsAt + 1)
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** The end of a chain of blocks, each of at most 255 bytes after its length; the last one is empty. */
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
