import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Patch } from './make-patch.ts'

/** A patch as bytes: the length of its parts as JSON (32 bits), these, and its data; all compressed. */
export function encodePatch({ parts, data }: Patch): Buffer {
  const head = Buffer.from(JSON.stringify(parts))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return deflateRawSync(Buffer.concat([length, head, data]))
}

export function decodePatch(bytes: Uint8Array): Patch {
  const whole = inflateRawSync(bytes)
  const end = 4 + whole.readUInt32LE()
  return { parts: JSON.parse(whole.toString('utf8', 4, end)) as Patch['parts'], data: whole.subarray(end) }
}
