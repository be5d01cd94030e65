import type { PreviewPlace } from './preview-place.ts'

const START = Buffer.from([0xff, 0xd8, 0xff])
const END = Buffer.from([0xff, 0xd9])
const MAX_STARTS = 2000

/**
 * Every place in the bytes where a JPEG seems to begin, each reaching to the last end marker before the next beginning.
 * The last resort for RAW files whose structure is not known; bounded, and the caller checks what was found.
 */
export function scanForJpegs(bytes: Buffer): PreviewPlace[] {
  const starts: number[] = []
  for (let at = bytes.indexOf(START); at >= 0 && starts.length < MAX_STARTS; at = bytes.indexOf(START, at + 3))
    starts.push(at)
  return starts.map((offset) => ({ offset, length: lengthOf(bytes, offset) }))
}

/**
 * A JPEG with a thumbnail inside holds an end marker early on, so decoders get all that follows: they stop at the right
 * one themselves.
 */
function lengthOf(bytes: Buffer, offset: number): number {
  const last = bytes.lastIndexOf(END)
  return (last > offset ? last + 2 : bytes.length) - offset
}
