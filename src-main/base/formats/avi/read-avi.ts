import type { Bytes } from '../bytes.ts'
import type { Movie } from '../isobmff/movie.ts'

/** Offset of the main header: behind `RIFF size AVI LIST size hdrl`. */
const HEADER_AT = 24
const HEADER_BYTES = 8 + 40

/** Size and length of an AVI film, from its main header; null without one. */
export function readAvi(bytes: Bytes): Movie | null {
  const head = bytes.subarray(0, Math.min(bytes.length, HEADER_AT + HEADER_BYTES))
  if (head.length < HEADER_AT + HEADER_BYTES || head.toString('latin1', HEADER_AT, HEADER_AT + 4) !== 'avih')
    return null
  const at = HEADER_AT + 8
  const [perFrame, frames] = [head.readUInt32LE(at), head.readUInt32LE(at + 16)]
  const durationMs = Math.round((perFrame * frames) / 1000)
  return {
    width: head.readUInt32LE(at + 32),
    height: head.readUInt32LE(at + 36),
    durationMs: durationMs > 0 ? durationMs : null,
  }
}
