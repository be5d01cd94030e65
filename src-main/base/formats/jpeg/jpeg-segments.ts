import type { Bytes } from '../bytes.ts'

/** One marker segment of a JPEG's header. `end` may lie beyond the bytes if the segment is truncated. */
export type JpegSegment = { marker: number; /** Position of its marker. */ at: number; end: number }

export type JpegSegments = {
  segments: JpegSegment[]
  /**
   * Why reading stopped: at the first scan or the end marker, at the end of the bytes, or at something other than a
   * marker.
   */
  stop: 'ended' | 'cut-off' | 'broken'
  stopAt: number
}

const MAX_SEGMENTS = 500
const MAX_FILL_BYTES = 10_000
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Reads the marker segments of a JPEG from `start` up to its pixels (ITU T.81, annex B). */
export function readJpegSegments(bytes: Bytes, start = 0): JpegSegments {
  const segments: JpegSegment[] = []
  let at = start + 2
  for (let fills = 0; at + 4 <= bytes.length;) {
    const head = bytes.subarray(at, at + 4)
    const marker = head[1]!
    if (head[0] !== 0xff || segments.length === MAX_SEGMENTS || fills > MAX_FILL_BYTES)
      return { segments, stop: 'broken', stopAt: at }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return { segments, stop: 'ended', stopAt: at }
    if (marker === 0xff || isAlone(marker)) {
      at += marker === 0xff ? 1 : 2 // Fill bytes may precede a marker.
      fills++
    } else if (marker < 0xc0) return { segments, stop: 'broken', stopAt: at }
    else {
      const end = at + 2 + Math.max(2, head.readUInt16BE(2))
      segments.push({ marker, at, end })
      at = end
    }
  }
  return { segments, stop: 'cut-off', stopAt: at }
}

/** Markers without a length: TEM and the restarts. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
