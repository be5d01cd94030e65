/// <reference lib="esnext.float16" />

/** A vector as stored: little-endian 32-bit floats, the order of every machine this program runs on. */
export const encodeVector = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

/** Reads what `encodeVector` stored. */
export const decodeVector = (blob: Buffer): Float32Array => new Float32Array(ownBuffer(blob))

/** A vector in half precision: three digits of each number, at half the size. */
export const encodeHalves = (vector: Float32Array): Buffer => Buffer.from(new Float16Array(vector).buffer)

/** Reads what `encodeHalves` stored. */
export const decodeHalves = (blob: Buffer): Float32Array => new Float32Array(new Float16Array(ownBuffer(blob)))

/** Small buffers share a block of memory at odd offsets; typed arrays need their own. */
const ownBuffer = (blob: Buffer) => blob.buffer.slice(blob.byteOffset, blob.byteOffset + blob.byteLength) as ArrayBuffer
