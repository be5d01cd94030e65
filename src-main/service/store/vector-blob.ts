/** A vector as stored: little-endian 32-bit floats, the order of every machine this program runs on. */
export const toBlob = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

/** A stored vector, copied: a blob may begin anywhere in its buffer. */
export function fromBlob(blob: Buffer): Float32Array {
  const vector = new Float32Array(blob.byteLength / 4)
  new Uint8Array(vector.buffer).set(blob)
  return vector
}
