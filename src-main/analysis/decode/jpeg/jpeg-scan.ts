import { readJpegSegments, type JpegSegment } from '../../../base/formats/jpeg/jpeg-segments.ts'
import { hasText } from '../../../base/formats/signatures.ts'

/** A Huffman table as in a file: the number of codes of each length from 1 to 16, and their symbols. */
export type HuffmanCodes = { counts: Uint8Array; symbols: Uint8Array }

export type ScanComponent = {
  /** Blocks of a minimum coded unit, across and down. */
  across: number
  down: number
  /** Factors of a block's coefficients, in zigzag order, the mean first. */
  quanta: readonly number[]
  means: HuffmanCodes
  rest: HuffmanCodes
}

/** A picture in one baseline scan: grey, or colour as in JFIF (YCbCr). */
export type JpegScan = {
  width: number
  height: number
  components: ScanComponent[]
  /** Minimum coded units between two restarts; 0 without restarts. */
  restartInterval: number
  /** Its ICC profile. */
  profile: Buffer | null
  /** Start of its entropy-coded bytes. */
  start: number
}

type Tables = {
  quanta: Map<number, number[]>
  codes: Map<number, HuffmanCodes>
  restartInterval: number
  profile: Buffer[]
}

const BASELINE = 0xc0
const EXTENDED = 0xc1
const RGB_IDS = 'RGB'
/** Start of a segment with a piece of an ICC profile, followed by the piece's number and their count. */
const PROFILE = 'ICC_PROFILE\0'

/**
 * Reads the header of an ordinary JPEG with one scan. Null for all others, such as progressive ones, those with other
 * colours or more bits, and anything odd: another decoder handles them.
 */
export function readJpegScan(bytes: Buffer): JpegScan | null {
  const { segments, stop, stopAt } = readJpegSegments(bytes)
  if (stop !== 'ended' || bytes[stopAt + 1] !== 0xda) return null
  const frames = segments.filter(({ marker }) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xcc)
  const [frame] = frames
  if (frames.length !== 1 || (frame!.marker !== BASELINE && frame!.marker !== EXTENDED)) return null
  if (segments.some((segment) => hasOtherColors(bytes, segment))) return null
  const tables = readTables(bytes, segments)
  return tables === null ? null : readScan(bytes, frame!.at, stopAt, tables)
}

/** Adobe's segment says that colours are stored without conversion. */
const hasOtherColors = (bytes: Buffer, { at, marker }: JpegSegment): boolean =>
  marker === 0xee && hasText(bytes, at + 4, 'Adobe') && bytes[at + 15] !== 1

function readTables(bytes: Buffer, segments: readonly JpegSegment[]): Tables | null {
  const tables: Tables = { quanta: new Map(), codes: new Map(), restartInterval: 0, profile: [] }
  for (const { at, end, marker } of segments) {
    if (end > bytes.length) return null
    const body = bytes.subarray(at + 4, end)
    if (marker === 0xdb && !readQuanta(body, tables)) return null
    if (marker === 0xc4 && !readCodes(body, tables)) return null
    if (marker === 0xdd) {
      if (body.length < 2) return null
      tables.restartInterval = body.readUInt16BE(0)
    }
    if (marker === 0xe2 && hasText(body, 0, PROFILE)) tables.profile.push(body)
  }
  return tables
}

function readQuanta(body: Buffer, { quanta }: Tables): boolean {
  for (let at = 0; at < body.length;) {
    const bytes = body[at]! >> 4 === 0 ? 1 : 2
    const next = at + 1 + 64 * bytes
    if (next > body.length) return false
    const numbers = Array.from({ length: 64 }, (_, i) => body.readUIntBE(at + 1 + i * bytes, bytes))
    if (numbers.includes(0)) return false
    quanta.set(body[at]! & 15, numbers)
    at = next
  }
  return true
}

function readCodes(body: Buffer, { codes }: Tables): boolean {
  for (let at = 0; at < body.length;) {
    const counts = body.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    const next = at + 17 + total
    if (counts.length < 16 || next > body.length) return false
    codes.set(body[at]!, { counts, symbols: body.subarray(at + 17, next) })
    at = next
  }
  return true
}

function readScan(bytes: Buffer, frameAt: number, scanAt: number, tables: Tables): JpegScan | null {
  const frame = bytes.subarray(frameAt + 4, frameAt + 2 + bytes.readUInt16BE(frameAt + 2))
  const scan = bytes.subarray(scanAt + 4, scanAt + 2 + bytes.readUInt16BE(scanAt + 2))
  const count = frame[5]
  if (frame[0] !== 8 || (count !== 1 && count !== 3)) return null
  if (frame.length !== 6 + 3 * count || scan.length !== 4 + 2 * count || scan[0] !== count) return null
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
  if (width === 0 || height === 0 || frame.toString('latin1', 6, 7) === RGB_IDS[0]) return null
  const components: ScanComponent[] = []
  for (let i = 0; i < count; i++) {
    const [id, factors, table] = frame.subarray(6 + 3 * i, 9 + 3 * i)
    const quanta = tables.quanta.get(table!)
    const means = tables.codes.get(scan[2 + 2 * i]! >> 4)
    const rest = tables.codes.get(0x10 | (scan[2 + 2 * i]! & 15))
    if (scan[1 + 2 * i] !== id || quanta === undefined || means === undefined || rest === undefined) return null
    components.push({ across: factors! >> 4, down: factors! & 15, quanta, means, rest })
  }
  if (!areUsual(components)) return null
  const profile = joinProfile(tables.profile)
  // The profile of a grey picture does not suit the three colours that it becomes.
  if (profile === undefined || (profile !== null && count === 1)) return null
  return {
    width,
    height,
    components: asStored(components),
    restartInterval: tables.restartInterval,
    profile,
    start: scanAt + 2 + bytes.readUInt16BE(scanAt + 2),
  }
}

/** Null if there is none, undefined if its pieces are incomplete. */
function joinProfile(pieces: readonly Buffer[]): Buffer | null | undefined {
  if (pieces.length === 0) return null
  const at = PROFILE.length
  const isWhole = pieces.every((piece, i) => piece[at] === i + 1 && piece[at + 1] === pieces.length)
  return isWhole ? Buffer.concat(pieces.map((piece) => piece.subarray(at + 2))) : undefined
}

/** Colours as often as brightness or less, in whole blocks, as cameras and programs write them. */
function areUsual([brightness, ...colors]: readonly ScanComponent[]): boolean {
  const { across, down } = brightness!
  return (
    [1, 2, 4].includes(across) && [1, 2].includes(down) && colors.every((one) => one.across === 1 && one.down === 1)
  )
}

/** The units of a scan with one component are single blocks, whatever its factors (T.81, A.2.2). */
const asStored = (components: ScanComponent[]): ScanComponent[] =>
  components.length === 1 ? [{ ...components[0]!, across: 1, down: 1 }] : components
