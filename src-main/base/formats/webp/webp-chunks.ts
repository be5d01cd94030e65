import type { Bytes } from '../bytes.ts'

/** One chunk of a WebP file (RIFF container); `end` may lie beyond the bytes if the chunk is truncated. */
export type WebpChunk = { name: string; start: number; end: number }

const FILE_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const MAX_CHUNKS = 1_000_000

/** Yields the chunks of a WebP file in order; `from` is the start of the first one. */
export function* readWebpChunks(bytes: Bytes, from = FILE_HEADER_BYTES): Generator<WebpChunk> {
  for (let at = from, chunks = 0; at + CHUNK_HEADER_BYTES <= bytes.length && chunks < MAX_CHUNKS; chunks++) {
    const head = bytes.subarray(at, at + CHUNK_HEADER_BYTES)
    const start = at + CHUNK_HEADER_BYTES
    const end = start + head.readUInt32LE(4)
    yield { name: head.toString('latin1', 0, 4), start, end }
    at = nextChunk(end)
  }
}

/** Chunks start at even offsets. */
export const nextChunk = (end: number): number => end + (end & 1)
