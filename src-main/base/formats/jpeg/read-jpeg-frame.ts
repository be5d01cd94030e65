import { readJpegSegments, type JpegSegment } from './jpeg-segments.ts'

/** The frame header of a JPEG. */
export type JpegFrame = {
  width: number
  height: number
  /** True if the picture has several passes, as in a progressive JPEG; a decoder then holds all of it. */
  hasSeveralScans: boolean
  /** Lossless JPEG, as in RAW sensor data; no ordinary decoder reads it. */
  isLossless: boolean
  /** Colour channels: 1 for grey, 3 for colour, 4 for print colours. */
  components: number
  /** Samples per pixel over all components, after chroma subsampling: 1.5 for 4:2:0. */
  samplesPerPixel: number
}

/** Reads the frame header of a JPEG that starts at `offset`; null if there is none before the first scan. */
export function readJpegFrame(bytes: Buffer, offset = 0): JpegFrame | null {
  if (bytes[offset] !== 0xff || bytes[offset + 1] !== 0xd8) return null
  const { segments, stopAt } = readJpegSegments(bytes, offset)
  const frame = segments.find(({ marker }) => isFrameMarker(marker))
  return frame === undefined ? null : parseFrame(bytes, frame, stopAt)
}

/** SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC). */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** `scanAt` is the position of the first scan. */
function parseFrame(bytes: Buffer, { at, marker }: JpegSegment, scanAt: number): JpegFrame | null {
  if (at + 10 > bytes.length) return null
  const [height, width, components] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7), bytes[at + 9]!]
  if (width === 0 || height === 0 || components === 0 || at + 10 + 3 * components > bytes.length) return null
  return {
    width,
    height,
    hasSeveralScans: (marker & 3) === 2 || (bytes[scanAt + 4] ?? components) < components,
    isLossless: (marker & 3) === 3,
    components,
    samplesPerPixel: countSamples(bytes, at + 10, components),
  }
}

function countSamples(bytes: Buffer, at: number, components: number): number {
  let total = 0
  let widest = 1
  let tallest = 1
  for (let i = 0; i < components; i++) {
    const factors = bytes[at + 3 * i + 1]!
    total += (factors >> 4) * (factors & 15)
    widest = Math.max(widest, factors >> 4)
    tallest = Math.max(tallest, factors & 15)
  }
  return total / (widest * tallest)
}
