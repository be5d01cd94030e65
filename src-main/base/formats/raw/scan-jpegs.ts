import type { PreviewPlace } from './preview-place.ts'

const START = Buffer.from([0xff, 0xd8, 0xff])
const END = Buffer.from([0xff, 0xd9])
const MAX_STARTS = 2000

/**
 * Every position where a JPEG seems to start, each up to the last end marker before the next start. The last resort for
 * RAW files with unknown structure. The search is bounded, and the caller checks its results.
 */
export function scanJpegs(bytes: Buffer): PreviewPlace[] {
  const starts: number[] = []
  for (let at = bytes.indexOf(START); at >= 0 && starts.length < MAX_STARTS; at = bytes.indexOf(START, at + 3))
    starts.push(at)
  return starts.map((offset) => ({ offset, length: lengthOf(bytes, offset) }))
}

/**
 * A JPEG with an embedded thumbnail has an early end marker, so decoders receive all that follows: they stop at the
 * right marker themselves.
 */
function lengthOf(bytes: Buffer, offset: number): number {
  const last = bytes.lastIndexOf(END)
  return (last > offset ? last + 2 : bytes.length) - offset
}
