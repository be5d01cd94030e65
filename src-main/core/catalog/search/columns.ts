import type { Db } from '../database/connection.ts'
import { type Bits, clearBit, hasBit, makeBits, setBit } from '../columns/bits.ts'

/** No date known. */
export const NO_DAY = -(2 ** 31)
const DAY_MS = 86_400_000

/**
 * What filters and orders read of every photo, one typed array a field. A photo's place in them is its slot; slots rise
 * with ids, since ids are never used twice. A removed photo leaves an empty slot until the columns are loaded again.
 */
export type Columns = {
  slots: number
  ids: Uint32Array
  sortMs: Float64Array
  /** Days since 1970 of the wall-clock date the photo was taken, or NO_DAY. */
  takenDay: Int32Array
  addedMs: Float64Array
  modifiedMs: Float64Array
  bytes: Float64Array
  folder: Uint32Array
  faces: Uint16Array
  rating: Uint8Array
  status: Uint8Array
  nsfw: Uint8Array
  live: Bits
}

/** One photo as the columns take it. */
export type ColumnRow = [
  id: number,
  sortMs: number,
  takenMs: number | null,
  addedMs: number,
  modifiedMs: number,
  bytes: number,
  folder: number,
  faces: number,
  rating: number,
  status: number,
  nsfw: number,
]

export const COLUMN_SQL = `SELECT p.id, p.sort_ms, p.taken_ms, p.added_ms, f.modified_ms, f.bytes, f.folder_id, p.faces, p.rating, p.status, p.nsfw
  FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1`

export function loadColumns(db: Db): Columns {
  const count = db.prepare<[], number>('SELECT count(*) FROM photos').pluck().get() ?? 0
  const columns = emptyColumns(Math.max(64, Math.ceil(count * 1.1)))
  for (const row of db.prepare<[], ColumnRow>(`${COLUMN_SQL} ORDER BY p.id`).raw().iterate())
    writeSlot(columns, columns.slots, row)
  return columns
}

function emptyColumns(capacity: number): Columns {
  return {
    slots: 0,
    ids: new Uint32Array(capacity),
    sortMs: new Float64Array(capacity),
    takenDay: new Int32Array(capacity),
    addedMs: new Float64Array(capacity),
    modifiedMs: new Float64Array(capacity),
    bytes: new Float64Array(capacity),
    folder: new Uint32Array(capacity),
    faces: new Uint16Array(capacity),
    rating: new Uint8Array(capacity),
    status: new Uint8Array(capacity),
    nsfw: new Uint8Array(capacity),
    live: makeBits(capacity),
  }
}

/** Doubles every column in place, so that holders of the object see the new arrays. */
function growColumns(columns: Columns) {
  const next = emptyColumns(columns.ids.length * 2)
  for (const key of Object.keys(next) as (keyof Columns)[]) {
    if (key !== 'slots') next[key].set(columns[key])
  }
  Object.assign(columns, { ...next, slots: columns.slots })
}

export function writeSlot(
  columns: Columns,
  slot: number,
  [id, sortMs, takenMs, addedMs, modifiedMs, bytes, folder, faces, rating, status, nsfw]: ColumnRow,
) {
  if (slot >= columns.ids.length) growColumns(columns)
  columns.slots = Math.max(columns.slots, slot + 1)
  columns.ids[slot] = id
  columns.sortMs[slot] = sortMs
  columns.takenDay[slot] = takenMs === null ? NO_DAY : Math.floor(takenMs / DAY_MS)
  columns.addedMs[slot] = addedMs
  columns.modifiedMs[slot] = modifiedMs
  columns.bytes[slot] = bytes
  columns.folder[slot] = folder
  columns.faces[slot] = Math.min(faces, 65_535)
  columns.rating[slot] = rating
  columns.status[slot] = status
  columns.nsfw[slot] = nsfw
  setBit(columns.live, slot)
}

export const removeSlot = (columns: Columns, slot: number) => clearBit(columns.live, slot)
export const isLive = (columns: Columns, slot: number) => hasBit(columns.live, slot)

/** The slot of an id, or where it would have to come: binary search, since slots rise with ids. */
export function findSlot({ ids, slots }: Columns, id: number): { slot: number; isThere: boolean } {
  let low = 0
  let high = slots
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return { slot: low, isThere: low < slots && ids[low] === id }
}

/** Day number of a date written YYYY-MM-DD. */
export const dayOf = (date: string) => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
export const yearOf = (day: number) => new Date(day * DAY_MS).getUTCFullYear()
