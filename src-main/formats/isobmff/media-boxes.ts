/** A box of an ISO base media file; `start` and `end` are the bounds of its content. */
export type MediaBox = {
  type: string
  uuid?: string
  start: number
  end: number
  /** True where the box ends behind the bytes that were read. */
  isCutOff: boolean
}

const MAX_BOXES = 200

/**
 * Reads the boxes that lie side by side between two positions (ISO/IEC 14496-12). Stops at the first that does not fit.
 */
export function readBoxes(bytes: Buffer, from: number, to: number): MediaBox[] {
  const boxes: MediaBox[] = []
  for (let at = from; at + 8 <= to && boxes.length < MAX_BOXES;) {
    const box = readBox(bytes, at, to)
    if (box === null) break
    boxes.push(box)
    at = box.end
  }
  return boxes
}

function readBox(bytes: Buffer, at: number, to: number): MediaBox | null {
  const type = bytes.toString('latin1', at + 4, at + 8)
  const short = bytes.readUInt32BE(at)
  let start = at + 8
  let size = short === 0 ? to - at : short
  if (short === 1) {
    if (at + 16 > to) return null
    size = Number(bytes.readBigUInt64BE(at + 8))
    start = at + 16
  }
  const end = Math.min(at + size, to)
  const isCutOff = at + size > to
  if (size < start - at || end <= at) return null
  if (type !== 'uuid') return { type, start, end, isCutOff }
  return start + 16 > end
    ? null
    : { type, uuid: bytes.toString('hex', start, start + 16), start: start + 16, end, isCutOff }
}
