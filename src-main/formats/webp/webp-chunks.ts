/** One chunk of a WebP file (RIFF container); `end` may lie beyond the bytes where the chunk is cut off. */
export type WebpChunk = { name: string; start: number; end: number }

const FILE_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8

/** Reads the chunks of a WebP file in their order; `from` is where the first of them begins. */
export function* readWebpChunks(bytes: Buffer, from = FILE_HEADER_BYTES): Generator<WebpChunk> {
  for (let at = from; at + CHUNK_HEADER_BYTES <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    const start = at + CHUNK_HEADER_BYTES
    yield { name: bytes.toString('latin1', at, at + 4), start, end: start + size }
    at = nextChunk(start + size)
  }
}

/** Chunks begin at even places. */
export const nextChunk = (end: number): number => end + (end & 1)
