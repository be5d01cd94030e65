import { hasText } from '../signatures.ts'
import { readJpegSegments } from './jpeg-segments.ts'

const HEAD = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1')
const [APP0, APP1, APP2] = [0xe0, 0xe1, 0xe2]

/** Adds a small colour profile to a JPEG (ICC.1, annex B.4) behind its first segments, unless it already has one. */
export function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const { segments } = readJpegSegments(jpeg)
  if (segments.some(({ marker, at }) => marker === APP2 && hasText(jpeg, at + 4, 'ICC_PROFILE\0'))) return jpeg
  const first = segments.findIndex(({ marker }) => marker !== APP0 && marker !== APP1)
  const at = (first < 0 ? segments.at(-1)?.end : segments[first]!.at) ?? 2
  const head = Buffer.from([0xff, 0xe2, 0, 0])
  head.writeUInt16BE(2 + HEAD.length + profile.length, 2)
  return Buffer.concat([jpeg.subarray(0, at), head, HEAD, profile, jpeg.subarray(at)])
}
