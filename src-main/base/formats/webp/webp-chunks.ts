import type { Bytes } from '../bytes.ts'

/** One chunk of a WebP file (RIFF container); `end` may lie beyond the bytes where the chunk is cut off. */
export type WebpChunk = { name: string; start: number; end: number }

const FILE_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const MAX_CHUNKS = 1_000_000

/** Reads the chunks of a WebP file in their order; `from` is where the first of them begins. */
export function* readWebpChunks(bytes: Bytes, from = FILE_HEADER_BYTES): Generator<WebpChunk> {
  for (let at = from, chunks = 0; at + CHUNK_HEADER_BYTES <= bytes.length && chunks < MAX_CHUNKS; chunks++) {
    const head = bytes.subarray(at, at + CHUNK_HEADER_BYTES)
    const start = at + CHUNK_HEADER_BYTES
    const end = start + head.readUInt32LE(4)
    yield { name: head.toString('latin1', 0, 4), start, end }
    at = nextChunk(end)
  }
}

/** Chunks begin at even places. */
export const nextChunk = (end: number): number => end + (end & 1)
