/// <reference lib="esnext.float16" />

/** A float32 vector as bytes of the file, in full precision. */
export const encodeVector = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength))

export const decodeVector = (bytes: Buffer): Float32Array => new Float32Array(ownBuffer(bytes))

/** Half precision keeps three digits of each value, more than an embedding means, at half the size. */
export const encodeHalves = (vector: Float32Array): Buffer => Buffer.from(new Float16Array(vector).buffer)

export const decodeHalves = (bytes: Buffer): Float32Array => new Float32Array(new Float16Array(ownBuffer(bytes)))

/** Small buffers share one block of memory at odd offsets; typed arrays need their own. */
const ownBuffer = (bytes: Buffer) =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
