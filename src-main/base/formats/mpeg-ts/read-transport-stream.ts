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
  const lead = leadOf(bytes)
  if (lead === undefined) return null
  const step = PACKET_BYTES + lead
  const lastWindow = Math.floor(Math.max(0, bytes.length - WINDOW) / step) * step
  const first = timesOf(bytes.subarray(0, WINDOW), lead)
  const last = timesOf(bytes.subarray(lastWindow, bytes.length), lead)
  return { width: 0, height: 0, durationMs: durationOf(first, last) }
}

/** The number of bytes before each packet; undefined if there are no packets. */
const leadOf = (bytes: Bytes): number | undefined =>
  [0, TIME_BYTES].find((at) => isPacket(bytes.subarray(0, 4 * (PACKET_BYTES + at)), at))

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
  const unit = payloadOf(packet)
  if (!beginsPictures(packet, unit) || (unit[7]! & 0x80) === 0) return null
  const high = (unit[9]! >> 1) & 0x07
  return high * 2 ** 30 + (unit.readUInt16BE(10) >> 1) * 2 ** 15 + (unit.readUInt16BE(12) >> 1)
}

/** What a packet holds of its stream; empty if it holds none. */
function payloadOf(packet: Buffer): Buffer {
  if (packet[0] !== SYNC || (packet[3]! & 0x10) === 0) return packet.subarray(0, 0)
  const hasAdaptation = (packet[3]! & 0x20) !== 0
  return packet.subarray(hasAdaptation ? 5 + packet[4]! : 4)
}

/** Streams of pictures are named 0xe0 to 0xef, and the new kinds of pictures 0xfd. */
const beginsPictures = (packet: Buffer, unit: Buffer): boolean =>
  (packet[1]! & 0x40) !== 0 &&
  unit.length >= 14 &&
  unit.readUIntBE(0, 3) === 1 &&
  ((unit[3]! & 0xf0) === 0xe0 || unit[3] === 0xfd)

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

// What camcorders write beside the pictures

/** When and with what a camcorder recorded a film; the time as `2009:05:03 12:11:10`, with its zone if known. */
export type Recording = { time: string | null; make: string | null; model: string | null }

/** Unregistered user data of H.264 in which AVCHD keeps packs of DV. */
const PACKS_MARK = Buffer.concat([Buffer.from('17ee8c60f84d11d98cd60800200c9a66', 'hex'), Buffer.from('MDPM')])
const PACK_BYTES = 5
const MAX_PACKS_BYTES = 1 + 255 * PACK_BYTES
const TIME_PACK = 0x18
const MAKE_PACK = 0xe0
const MODEL_PACK = 0xe4
const SONY = 0x0108
const makes: Readonly<Record<number, string>> = { 0x0103: 'Panasonic', [SONY]: 'Sony', 0x1011: 'Canon', 0x1104: 'JVC' }

/**
 * What a camcorder says with the first pictures of an AVCHD film (MDPM, as ExifTool reads it); null if it says
 * nothing. `head` is the beginning of the file, a megabyte of it is enough.
 */
export function readRecording(head: Buffer): Recording | null {
  const stream = picturesIn(head)
  const at = stream.indexOf(PACKS_MARK)
  if (at < 0) return null
  const packs = packsIn(withoutGuards(stream.subarray(at + PACKS_MARK.length)).subarray(0, MAX_PACKS_BYTES))
  const make = packs.get(MAKE_PACK)?.readUInt16BE(0) ?? 0
  const model = [0, 1, 2].map((next) => packs.get(MODEL_PACK + next)?.toString('latin1') ?? '').join('')
  return {
    time: timeIn(packs.get(TIME_PACK), packs.get(TIME_PACK + 1)),
    make: makes[make] ?? null,
    model: make === SONY ? /^[\x20-\x7e]*/.exec(model)![0].trim() || null : null,
  }
}

/** The bytes of the first stream of pictures, without the heads of packets. */
function picturesIn(head: Buffer): Buffer {
  const lead = leadOf(head)
  const parts: Buffer[] = []
  let stream: number | null = null
  const step = PACKET_BYTES + (lead ?? 0)
  for (let at = lead ?? head.length; at + PACKET_BYTES <= head.length; at += step) {
    const packet = head.subarray(at, at + PACKET_BYTES)
    const [id, unit] = [packet.readUInt16BE(1) & 0x1fff, payloadOf(packet)]
    const begins = beginsPictures(packet, unit)
    if (begins) stream ??= id
    if (id === stream) parts.push(begins ? unit.subarray(9 + unit[8]!) : unit)
  }
  return Buffer.concat(parts)
}

/** H.264 puts a 3 behind two zeros, so that nothing looks like the start of the next part (ITU-T H.264, 7.4.1). */
function withoutGuards(bytes: Buffer): Buffer {
  const kept = [...bytes.subarray(0, 2 * MAX_PACKS_BYTES)]
  return Buffer.from(kept.filter((byte, at) => byte !== 3 || at < 2 || kept[at - 1] !== 0 || kept[at - 2] !== 0))
}

/** Four bytes by the number of their pack, after how many there are. */
function packsIn(bytes: Buffer): Map<number, Buffer> {
  const packs = new Map<number, Buffer>()
  for (let i = 0, at = 1; i < (bytes[0] ?? 0) && at + PACK_BYTES <= bytes.length; i++, at += PACK_BYTES)
    packs.set(bytes[at]!, bytes.subarray(at + 1, at + PACK_BYTES))
  return packs
}

const SUMMER_TIME = 0x40
const WEST = 0x20
const HALF_HOUR = 0x01
const NO_ZONE = 0xff

/** A byte for the zone, then two digits in each: century, year, month; day, hour, minute, second. */
function timeIn(first: Buffer | undefined, second: Buffer | undefined): string | null {
  if (first === undefined || second === undefined) return null
  const zone = first[0]!
  const digits = Buffer.concat([first.subarray(1), second]).toString('hex')
  const [, day, clock] = /^(\d{8})(\d{6})$/.exec(digits) ?? []
  if (day === undefined || clock === undefined) return null
  const time = `${day.slice(0, 4)}:${day.slice(4, 6)}:${day.slice(6)} ${clock.replace(/..(?=.)/g, '$&:')}`
  // Whether the zone counts summer time in differs from maker to maker.
  if (zone === NO_ZONE || (zone & SUMMER_TIME) !== 0) return time
  const hours = String((zone >> 1) & 0x0f).padStart(2, '0')
  return `${time}${(zone & WEST) === 0 ? '+' : '-'}${hours}:${(zone & HALF_HOUR) === 0 ? '00' : '30'}`
}
