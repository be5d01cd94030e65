import type { NumberColumn, TextColumn } from '../columns/column.ts'
import { type ColumnRow, PhotoColumns } from '../columns/photo-columns.ts'
import { roomFor } from '../columns/room.ts'
import { TextValues } from '../columns/text-values.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { isDamage } from '../../../base/sqlite/damage.ts'
import { readAroundDamage, type LostRows } from './read-around-damage.ts'

/** A photo and its place in the columns. */
export type Slot = { slot: number; id: number }

type TextRow = { id: number; text: string | null }

const PHOTOS = 'FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1'
const CHUNK = 250

export const selectColumns = (columns: readonly NumberColumn[]) =>
  `SELECT ${['p.id', ...columns.map((column) => column.sql)].join(', ')} ${PHOTOS}`

/** Reads the columns of every photo, with room for some more. */
export function loadColumns(db: Db, list: readonly NumberColumn[], lost: LostRows): PhotoColumns {
  const columns = new PhotoColumns(list, roomFor(countPhotos(db)))
  const sql = `${selectColumns(columns.columns)} WHERE p.id > ? ORDER BY p.id`
  const rows = readAroundDamage<ColumnRow>(db, sql, lost)
  let chunk: ColumnRow[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < CHUNK) continue
    columns.writeMany(columns.slots, chunk)
    chunk = []
  }
  columns.writeMany(columns.slots, chunk)
  return columns
}

/** Only for the initial capacity. */
export function countPhotos(db: Db): number {
  try {
    return db.prepare<[], number>('SELECT count(*) FROM photos').pluck().get() ?? 0
  } catch (error) {
    if (isDamage(error)) return 0
    throw error
  }
}

/** Reads some photos again; missing ones have no row. */
export function readRows(db: Db, columns: PhotoColumns, ids: readonly number[]): Map<number, ColumnRow> {
  const rows = db
    .prepare<[string], ColumnRow>(`${selectColumns(columns.columns)} WHERE p.id IN (SELECT value FROM json_each(?))`)
    .raw()
    .all(JSON.stringify(ids))
  return new Map(rows.map((row) => [row[0], row]))
}

export const selectText = (column: TextColumn) =>
  `SELECT p.id, ${column.sql} AS text ${PHOTOS} LEFT JOIN metadata m ON m.photo_id = p.id`

/** Reads a text of every photo. */
export function loadTexts(db: Db, columns: PhotoColumns, column: TextColumn): TextValues {
  const texts = new TextValues(columns.capacity)
  for (const { id, text } of db.prepare<[], TextRow>(selectText(column)).iterate()) {
    const { slot, isThere } = columns.find(id)
    if (isThere) texts.set(slot, text ?? '')
  }
  return texts
}

/** Reads a text of some photos again. */
export function renewTexts(db: Db, texts: TextValues, column: TextColumn, photos: readonly Slot[]): void {
  const rows = db
    .prepare<[string], TextRow>(`${selectText(column)} WHERE p.id IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(photos.map(({ id }) => id)))
  const found = new Map(rows.map(({ id, text }) => [id, text]))
  for (const { slot, id } of photos) texts.set(slot, found.get(id) ?? '')
}
