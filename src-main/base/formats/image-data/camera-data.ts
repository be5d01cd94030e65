import type { Bytes } from '../bytes.ts'
import type { ByteRange } from './byte-range.ts'

/** RAW files with a maker's own layout. */

/** Fujifilm RAF: the header gives the place of the sensor data; the metadata are in the JPEG before them. */
export function findRafData(bytes: Bytes): ByteRange[] {
  const head = bytes.subarray(0, 108)
  if (head.length < 108) return []
  const start = head.readUInt32BE(100)
  return start === 0 ? [] : [{ start, end: start + head.readUInt32BE(104) }]
}

/** Minolta MRW: the header, with all metadata, gives its own length; the sensor data follow it. */
export function findMrwData(bytes: Bytes): ByteRange[] {
  const head = bytes.subarray(0, 8)
  return head.length < 8 ? [] : [{ start: 8 + head.readUInt32BE(4), end: bytes.length }]
}

const CRW_RAW_DATA = 0x2005
const CRW_ENTRY_BYTES = 10

/** Canon CRW: a heap; its last four bytes point to its directory, even if a program put metadata before them. */
export function findCrwData(bytes: Bytes): ByteRange[] {
  const start = bytes.subarray(2, 6).readUInt32LE(0)
  const directoryAt = start + bytes.subarray(bytes.length - 4, bytes.length).readUInt32LE(0)
  const count = bytes.subarray(directoryAt, directoryAt + 2)
  if (count.length < 2) return []
  const entriesAt = directoryAt + 2
  const entries = bytes.subarray(entriesAt, entriesAt + CRW_ENTRY_BYTES * count.readUInt16LE(0))
  const ranges: ByteRange[] = []
  for (let at = 0; at + CRW_ENTRY_BYTES <= entries.length; at += CRW_ENTRY_BYTES) {
    if ((entries.readUInt16LE(at) & 0x3fff) !== CRW_RAW_DATA) continue
    const from = start + entries.readUInt32LE(at + 6)
    ranges.push({ start: from, end: from + entries.readUInt32LE(at + 2) })
  }
  return ranges
}

const X3F_ENTRY_BYTES = 12
const X3F_JPEG = 18
const MAX_X3F_SECTIONS = 1000

/** Sigma X3F: a directory at the end lists sections. Those of properties and of JPEGs (with EXIF) are left out. */
export function findX3fData(bytes: Bytes): ByteRange[] {
  const last = bytes.subarray(Math.max(0, bytes.length - 4), bytes.length)
  const directoryAt = last.length < 4 ? 0 : last.readUInt32LE(0)
  const head = bytes.subarray(directoryAt, directoryAt + 12)
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'SECd') return []
  const count = Math.min(head.readUInt32LE(8), MAX_X3F_SECTIONS)
  const entries = bytes.subarray(directoryAt + 12, directoryAt + 12 + X3F_ENTRY_BYTES * count)
  const ranges: ByteRange[] = []
  for (let at = 0; at + X3F_ENTRY_BYTES <= entries.length; at += X3F_ENTRY_BYTES) {
    const [start, length] = [entries.readUInt32LE(at), entries.readUInt32LE(at + 4)]
    if (holdsPixels(bytes, start, entries.toString('latin1', at + 8, at + 12)))
      ranges.push({ start, end: start + length })
  }
  return ranges
}

function holdsPixels(bytes: Bytes, at: number, type: string): boolean {
  const format = bytes.subarray(at + 12, at + 16)
  return type.startsWith('IMA') && format.length === 4 && format.readUInt32LE(0) !== X3F_JPEG
}
