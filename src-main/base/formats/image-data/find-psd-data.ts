import type { Bytes } from '../bytes.ts'
import type { ByteRange } from './byte-range.ts'

const HEADER_BYTES = 26

/** Colours, layers and composite of a Photoshop file, without its image resources: metadata and a thumbnail. */
export function findPsdData(bytes: Bytes): ByteRange[] {
  const colorsEnd = sectionEnd(bytes, HEADER_BYTES)
  const resourcesEnd = colorsEnd === null ? null : sectionEnd(bytes, colorsEnd)
  if (colorsEnd === null || resourcesEnd === null) return []
  return [
    { start: 0, end: colorsEnd },
    { start: resourcesEnd, end: bytes.length },
  ]
}

function sectionEnd(bytes: Bytes, at: number): number | null {
  const head = bytes.subarray(at, at + 4)
  return head.length < 4 ? null : at + 4 + head.readUInt32BE(0)
}
