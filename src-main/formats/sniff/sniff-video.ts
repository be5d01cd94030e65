import { hasText } from '../signatures.ts'

const MATROSKA = Buffer.from('1a45dfa3', 'hex')
const PACKET = 0x47
const PACKET_BYTES = 188

/** The format of a film that is not known by its brand; null for any other file. */
export function sniffVideo(bytes: Buffer): string | null {
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'AVI ')) return 'avi'
  if (bytes.subarray(0, 4).equals(MATROSKA)) return bytes.subarray(0, 256).includes('webm') ? 'webm' : 'mkv'
  if (isOldMovie(bytes)) return 'mov'
  return isTransportStream(bytes, 0) || isTransportStream(bytes, 4) ? 'mts' : null
}

/** QuickTime began films with any of these before it named brands; older cameras still do. */
const isOldMovie = (bytes: Buffer): boolean =>
  ['moov', 'mdat', 'wide', 'skip', 'free', 'pnot'].some((type) => hasText(bytes, 4, type))

/** Packets of one length, each with the same first byte; those of camcorders have a time of four bytes before them. */
function isTransportStream(bytes: Buffer, at: number): boolean {
  const step = PACKET_BYTES + at
  return bytes.length > at + 3 * step && [0, 1, 2, 3].every((packet) => bytes[at + packet * step] === PACKET)
}
