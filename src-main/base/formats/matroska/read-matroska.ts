import type { Bytes } from '../bytes.ts'
import type { Movie } from '../isobmff/movie.ts'

/** Elements of Matroska (RFC 9559) to descend into, and those whose values are read. */
const masters = new Set([0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x7670])
const CLUSTER = 0x1f43b675
const TIMESTAMP_SCALE = 0x2ad7b1
const DURATION = 0x4489
const WIDTH = 0xb0
const HEIGHT = 0xba
/** Degrees by which the picture is rotated for display. */
const ROLL = 0x7675

const UNKNOWN_SIZE = -1
const MAX_ELEMENTS = 20_000
/** Default nanoseconds of a tick. */
const USUAL_SCALE = 1_000_000

/**
 * Size and length of a Matroska or WebM film, from the head of its file: they come before its first cluster. Never
 * throws and never loops; missing values are 0 or null.
 */
export function readMatroska(bytes: Bytes): Movie {
  const found: Found = { width: 0, height: 0, roll: null, scale: USUAL_SCALE, duration: 0 }
  let at = 0
  for (let count = 0; count < MAX_ELEMENTS && at < bytes.length; count++) {
    const head = readElement(bytes, at)
    if (head === null || head.id === CLUSTER) break
    if (!masters.has(head.id)) {
      note(found, head.id, bytes.subarray(head.start, Math.min(bytes.length, head.start + Math.min(head.size, 16))))
      if (head.size === UNKNOWN_SIZE) break
    }
    at = masters.has(head.id) ? head.start : head.start + head.size
  }
  const durationMs = Math.round((found.duration * found.scale) / 1_000_000)
  const { width, height, roll } = found
  const size = Math.abs(roll ?? 0) % 180 === 90 ? { width: height, height: width } : { width, height }
  return { ...size, durationMs: durationMs > 0 ? durationMs : null }
}

type Found = { width: number; height: number; roll: number | null; scale: number; duration: number }

/** The first video track counts. */
function note(found: Found, id: number, value: Buffer) {
  if (id === WIDTH && found.width === 0) found.width = wholeOf(value)
  else if (id === HEIGHT && found.height === 0) found.height = wholeOf(value)
  else if (id === ROLL) found.roll ??= floatOf(value)
  else if (id === TIMESTAMP_SCALE) found.scale = wholeOf(value) || USUAL_SCALE
  else if (id === DURATION) found.duration = floatOf(value)
}

const wholeOf = (value: Buffer): number =>
  value.length > 0 && value.length <= 6 ? value.readUIntBE(0, value.length) : 0

function floatOf(value: Buffer): number {
  if (value.length === 4) return value.readFloatBE(0)
  return value.length === 8 ? value.readDoubleBE(0) : 0
}

/** An element's id, the start of its content, and its size, -1 if unknown; null if there is no element. */
export function readElement(bytes: Bytes, at: number): { id: number; start: number; size: number } | null {
  const head = bytes.subarray(at, Math.min(bytes.length, at + 12))
  const idLength = lengthOf(head, 0, 4)
  const sizeLength = idLength === 0 ? 0 : lengthOf(head, idLength, 8)
  if (sizeLength === 0 || idLength + sizeLength > head.length) return null
  const id = head.readUIntBE(0, idLength)
  return { id, start: at + idLength + sizeLength, size: sizeOf(head.subarray(idLength, idLength + sizeLength)) }
}

/** Bytes of a number, given by the zeros before its first one; 0 if that exceeds `max`. */
function lengthOf(head: Buffer, at: number, max: number): number {
  const length = Math.clz32(head[at] ?? 0) - 23
  return length <= max ? length : 0
}

function sizeOf(bytes: Buffer): number {
  const mask = (1 << (8 - bytes.length)) - 1
  const isUnknown = (bytes[0]! & mask) === mask && bytes.subarray(1).every((byte) => byte === 0xff)
  if (isUnknown) return UNKNOWN_SIZE
  let size = bytes[0]! & mask
  for (const byte of bytes.subarray(1)) size = size * 256 + byte
  return size
}
