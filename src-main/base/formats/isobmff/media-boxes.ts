import type { Bytes } from '../bytes.ts'

/** A box of an ISO base media file; `start` and `end` are the bounds of its content. */
export type MediaBox = {
  type: string
  uuid?: string
  start: number
  end: number
  /** True if the box ends beyond the bytes. */
  isCutOff: boolean
}

const MAX_BOXES = 200
/** Type and size of a box, including a long size and a custom type. */
const MAX_HEAD = 32

/** Reads the sibling boxes between two positions, at most `max` (ISO/IEC 14496-12). Stops at the first invalid one. */
export function readBoxes(bytes: Bytes, from: number, to: number, max = MAX_BOXES): MediaBox[] {
  const boxes: MediaBox[] = []
  for (let at = from; at + 8 <= to && boxes.length < max;) {
    const box = readBox(bytes.subarray(at, Math.min(at + MAX_HEAD, to)), at, to)
    if (box === null) break
    boxes.push(box)
    at = box.end
  }
  return boxes
}

function readBox(head: Buffer, at: number, to: number): MediaBox | null {
  if (head.length < 8) return null
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  let start = at + 8
  let size = short === 0 ? to - at : short
  if (short === 1) {
    if (head.length < 16) return null
    size = Number(head.readBigUInt64BE(8))
    start = at + 16
  }
  const end = Math.min(at + size, to)
  const isCutOff = at + size > to
  if (size < start - at || end <= at) return null
  if (type !== 'uuid') return { type, start, end, isCutOff }
  return start + 16 > end
    ? null
    : { type, uuid: head.toString('hex', start - at, start - at + 16), start: start + 16, end, isCutOff }
}

/** The first 16 bytes of a box give its type and the start of the next one. */
export const BOX_HEAD_BYTES = 16

/**
 * Type and size of a box, header included, from its first bytes; null if they are no box. A box of size 0 extends to
 * the end of the file, which is `Infinity` here.
 */
export function readBoxHead(bytes: Buffer): { type: string; size: number } | null {
  if (bytes.length < 8) return null
  const short = bytes.readUInt32BE(0)
  const isLong = short === 1
  if (isLong && bytes.length < BOX_HEAD_BYTES) return null
  const size = isLong ? Number(bytes.readBigUInt64BE(8)) : short === 0 ? Infinity : short
  return size < (isLong ? BOX_HEAD_BYTES : 8) ? null : { type: bytes.toString('latin1', 4, 8), size }
}
