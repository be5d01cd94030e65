import type { Bytes } from '../bytes.ts'
import type { Movie } from '../isobmff/movie.ts'

const PACKET_BYTES = 188
const SYNC = 0x47
/** Camcorders (AVCHD, `.m2ts`) write four bytes of time before each packet. */
const TIME_BYTES = 4
/** Bytes at each end of the file in which to search for the first and the last frame. */
const WINDOW = 2 * 1024 * 1024
/** Presentation times count 90,000 ticks a second, in 33 bits that wrap around. */
const TICKS_PER_MS = 90
const WRAP = 2 ** 33

/**
 * Length of a film in an MPEG transport stream (ISO/IEC 13818-1), which never states it: from the presentation time of
 * the first frame to the end of the last one. Size in pixels is 0, because only the frames have it. Reads only both
 * ends of the file; null if there are no packets.
 */
export function readTransportStream(bytes: Bytes): Movie | null {
  const lead = [0, TIME_BYTES].find((at) => isPacket(bytes.subarray(0, 4 * (PACKET_BYTES + at)), at))
  if (lead === undefined) return null
  const step = PACKET_BYTES + lead
  const lastWindow = Math.floor(Math.max(0, bytes.length - WINDOW) / step) * step
  const first = timesOf(bytes.subarray(0, WINDOW), lead)
  const last = timesOf(bytes.subarray(lastWindow, bytes.length), lead)
  return { width: 0, height: 0, durationMs: durationOf(first, last) }
}

function isPacket(head: Buffer, lead: number): boolean {
  const step = PACKET_BYTES + lead
  return head.length > lead && [0, 1, 2, 3].every((at) => (head[lead + at * step] ?? SYNC) === SYNC)
}

/** Presentation times of the frames that start in some packets, in ticks. */
function timesOf(packets: Buffer, lead: number): number[] {
  const times: number[] = []
  const step = PACKET_BYTES + lead
  for (let at = lead; at + PACKET_BYTES <= packets.length; at += step) {
    const time = timeOf(packets.subarray(at, at + PACKET_BYTES))
    if (time !== null) times.push(time)
  }
  return times
}

/** The presentation time of the picture that starts in a packet; null if none does. */
function timeOf(packet: Buffer): number | null {
  const beginsUnit = packet[0] === SYNC && (packet[1]! & 0x40) !== 0
  const hasPayload = (packet[3]! & 0x10) !== 0
  if (!beginsUnit || !hasPayload) return null
  const hasAdaptation = (packet[3]! & 0x20) !== 0
  const unit = packet.subarray(hasAdaptation ? 5 + packet[4]! : 4)
  // Stream ids 0xe0 to 0xef are video; newer kinds of video use 0xfd.
  const isPictures =
    unit.length >= 14 && unit.readUIntBE(0, 3) === 1 && ((unit[3]! & 0xf0) === 0xe0 || unit[3] === 0xfd)
  if (!isPictures || (unit[7]! & 0x80) === 0) return null
  const high = (unit[9]! >> 1) & 0x07
  return high * 2 ** 30 + (unit.readUInt16BE(10) >> 1) * 2 ** 15 + (unit.readUInt16BE(12) >> 1)
}

function durationOf(first: readonly number[], last: readonly number[]): number | null {
  const [origin] = first
  if (origin === undefined || last.length === 0) return null
  /** Frames are stored in decoding order: some that are shown earlier come after the first. */
  const since = (time: number): number => ((time - origin + WRAP * 1.5) % WRAP) - WRAP / 2
  const shown = first.map(since).sort((a, b) => a - b)
  // A film may be longer than half the range; its end always comes after its start.
  const ends = last.map((time) => (time - origin + WRAP) % WRAP).filter((tick) => tick < WRAP - WRAP / 64)
  const end = Math.max(0, ...ends)
  const ticks = end - shown[0]! + frameTicks(shown)
  return ticks > 0 ? Math.round(ticks / TICKS_PER_MS) : null
}

/** Ticks for which one frame is shown: the typical distance between two. */
function frameTicks(shown: readonly number[]): number {
  const steps = shown.slice(1).map((time, at) => time - shown[at]!)
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
}
