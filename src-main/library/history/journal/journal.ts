import type { Context } from '../../catalog/context/context.ts'
import type { Group } from '../kinds/change-kind.ts'
import { type Change, oneWayKinds, removalKinds } from './change-kinds.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** An entry of the journal. */
export type JournalLine = {
  id: number
  atMs: number
  change: Change
  /** Photos, or other subjects, that it changed. */
  count: number
  /** False while it is running, and if it was interrupted. */
  isWhole: boolean
  undoneMs: number | null
}

/** A piece of a change: its subjects by their former state. */
export type Piece = { id: number; groups: Group[]; part: Change | null }

type Row = { id: number; at_ms: number; change: string; count: number; is_whole: number; undone_ms: number | null }

const COLUMNS = 'id, at_ms, change, count, is_whole, undone_ms'

/** The rows of the journal; its methods need a transaction of the caller. */
export class Journal {
  readonly #db: Context['db']
  readonly #now: Context['now']

  constructor({ db, now }: Pick<Context, 'db' | 'now'>) {
    this.#db = db
    this.#now = now
  }

  /** Begins an entry; from then on, what was undone before can no longer be redone. */
  begin(change: Change): number {
    this.#db.prepare('UPDATE changes SET undo_number = 0 WHERE undo_number > 0').run()
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO changes (at_ms, kind, change, is_whole) VALUES (?, ?, ?, 0)')
      .run(this.#now(), change.kind, JSON.stringify(change))
    return Number(lastInsertRowid)
  }

  /** `part` is the change of the piece if the entry consists of several. */
  addPiece(changeId: number, groups: readonly Group[], part?: Change): void {
    const data = encodePiece(groups)
    const partText = part === undefined ? null : JSON.stringify(part)
    const count = groups.reduce((sum, { ids }) => sum + ids.length, 0)
    this.#db.prepare('INSERT INTO change_pieces (change_id, data, part) VALUES (?, ?, ?)').run(changeId, data, partText)
    this.#db
      .prepare('UPDATE changes SET count = count + ?, bytes = bytes + ? WHERE id = ?')
      .run(count, data.length + (partText?.length ?? 0), changeId)
  }

  finish(changeId: number): void {
    this.#db.prepare('UPDATE changes SET is_whole = 1 WHERE id = ?').run(changeId)
  }

  find(id: number): JournalLine | undefined {
    return this.#one(`SELECT ${COLUMNS} FROM changes WHERE id = ?`, id)
  }

  newestToUndo(): JournalLine | undefined {
    return this.#one(`SELECT ${COLUMNS} FROM changes WHERE undone_ms IS NULL ORDER BY id DESC LIMIT 1`)
  }

  /** Changes after one that are not undone, the newest first. */
  notUndoneAfter(id: number): number[] {
    return this.#db
      .prepare<[number], number>('SELECT id FROM changes WHERE id > ? AND undone_ms IS NULL ORDER BY id DESC')
      .pluck()
      .all(id)
  }

  newestToRedo(): JournalLine | undefined {
    const row = this.#db
      .prepare<[string], Row>(
        `SELECT ${COLUMNS} FROM changes WHERE undo_number > 0 AND kind NOT IN (SELECT value FROM json_each(?))
         ORDER BY undo_number DESC LIMIT 1`,
      )
      .get(JSON.stringify(oneWayKinds))
    return row && toLine(row)
  }

  /** The newest entries first, optionally those before an entry. */
  list(limit: number, before = Number.MAX_SAFE_INTEGER): JournalLine[] {
    return this.#db
      .prepare<[number, number], Row>(`SELECT ${COLUMNS} FROM changes WHERE id < ? ORDER BY id DESC LIMIT ?`)
      .all(before, limit)
      .map(toLine)
  }

  /** Removals that can be restored, the newest first. */
  removals(): JournalLine[] {
    return this.#db
      .prepare<[string], Row>(
        `SELECT ${COLUMNS} FROM changes WHERE kind IN (SELECT value FROM json_each(?)) AND undone_ms IS NULL
         ORDER BY id DESC`,
      )
      .all(JSON.stringify(removalKinds))
      .map(toLine)
  }

  remove(changeId: number): void {
    this.#db.prepare('DELETE FROM changes WHERE id = ?').run(changeId)
  }

  /**
   * Forgets entries from before a time, and the oldest ones while the rest has more than `maxBytes`; at most a thousand
   * at once. Removals that can be restored stay.
   */
  trim(beforeMs: number, maxBytes: number): void {
    this.#db
      .prepare(
        `DELETE FROM changes WHERE id IN (
           SELECT id FROM (SELECT id, at_ms, sum(bytes) OVER (ORDER BY id DESC) AS total FROM changes)
           WHERE at_ms < @beforeMs OR total > @maxBytes ORDER BY id LIMIT 1000)
         AND NOT (undone_ms IS NULL AND kind IN (SELECT value FROM json_each(@kinds)))`,
      )
      .run({ beforeMs, maxBytes, kinds: JSON.stringify(removalKinds) })
  }

  /** Undone or not undone pieces of a change, in order. */
  pieces(changeId: number, isUndone: boolean): number[] {
    return this.#db
      .prepare<[number, number], number>(
        'SELECT id FROM change_pieces WHERE change_id = ? AND is_undone = ? ORDER BY id',
      )
      .pluck()
      .all(changeId, isUndone ? 1 : 0)
  }

  /** The former states of a piece's subjects, and the change of the piece if it names one. */
  piece(pieceId: number): Piece {
    const row = this.#db
      .prepare<[number], { data: Buffer; part: string | null }>('SELECT data, part FROM change_pieces WHERE id = ?')
      .get(pieceId)
    if (row === undefined) return { id: pieceId, groups: [], part: null }
    return {
      id: pieceId,
      groups: decodePiece(row.data),
      part: row.part === null ? null : (JSON.parse(row.part) as Change),
    }
  }

  markPiece(pieceId: number, isUndone: boolean): void {
    this.#db.prepare('UPDATE change_pieces SET is_undone = ? WHERE id = ?').run(isUndone ? 1 : 0, pieceId)
  }

  markUndone(changeId: number): void {
    this.#db
      .prepare(
        'UPDATE changes SET undone_ms = ?, undo_number = (SELECT max(undo_number) + 1 FROM changes) WHERE id = ?',
      )
      .run(this.#now(), changeId)
  }

  markRedone(changeId: number): void {
    this.#db.prepare('UPDATE changes SET undone_ms = NULL, undo_number = 0 WHERE id = ?').run(changeId)
  }

  #one(sql: string, ...parameters: number[]): JournalLine | undefined {
    const row = this.#db.prepare<number[], Row>(sql).get(...parameters)
    return row && toLine(row)
  }
}

const toLine = (row: Row): JournalLine => ({
  id: row.id,
  atMs: row.at_ms,
  change: JSON.parse(row.change) as Change,
  count: row.count,
  isWhole: row.is_whole === 1,
  undoneMs: row.undone_ms,
})

// Pieces as bytes

/**
 * A piece of a change as bytes: the length of a head (32 bits), the head, and ids. The head is JSON, each state with
 * the number of its ids. The ids follow as differences from the previous one, seven bits a byte, the lowest first. A
 * thousand neighbouring photos take a kilobyte.
 */
export function encodePiece(groups: readonly Group[]): Buffer {
  const head = Buffer.from(JSON.stringify(groups.map(({ state, ids }) => [state, ids.length])))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...groups.map(({ ids }) => Buffer.from(encodeIds(ids)))])
}

/** The groups as they were encoded; their ids are in ascending order. */
export function decodePiece(bytes: Buffer): Group[] {
  const end = 4 + bytes.readUInt32LE()
  const head = JSON.parse(bytes.toString('utf8', 4, end)) as [state: unknown, count: number][]
  const numbers = decodeNumbers(bytes.subarray(end))
  let start = 0
  return head.map(([state, count]) => {
    const differences = numbers.slice(start, (start += count))
    let id = 0
    return { state, ids: differences.map((difference) => (id += difference)) }
  })
}

function encodeIds(ids: readonly number[]): number[] {
  const bytes: number[] = []
  let before = 0
  for (const id of [...ids].sort((a, b) => a - b)) {
    let rest = id - before
    before = id
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
    bytes.push(rest)
  }
  return bytes
}

function decodeNumbers(bytes: Buffer): number[] {
  const numbers: number[] = []
  let [number, unit] = [0, 1]
  for (const byte of bytes) {
    number += (byte % 0x80) * unit
    unit *= 0x80
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
    unit = 1
  }
  return numbers
}

// What others read of the journal

/** A piece of a change that still counts: its number in the journal, the change as it was asked for, and its photos. */
export type KeptPiece<Change> = { id: number; change: Change; ids: number[] }

/**
 * Reads what the journal keeps of some kinds of changes, without those that are undone. Parts of changes that consist
 * of several count only if the person answered for them one by one (`isAnswered`).
 */
export type KeptMarks<Change> = {
  /** A number that changes when such a change comes or is undone. */
  version(): number
  /** At most `limit` pieces of changes after `sinceMs`, those with numbers below `before`, the newest first. */
  read(range: { sinceMs: number; before: number; limit: number }): KeptPiece<Change>[]
}

export function createKeptMarks<Change extends { kind: string }>(
  db: Db,
  kinds: readonly Change['kind'][],
): KeptMarks<Change> {
  const listed = kinds.map((kind) => `'${kind}'`).join(', ')
  const isKept = `(p.part IS NULL AND c.kind IN (${listed})
    OR p.part ->> '$.isAnswered' AND p.part ->> '$.kind' IN (${listed}))`
  const pieces = db.prepare<
    [{ sinceMs: number; before: number; limit: number }],
    { id: number; change: string; data: Buffer }
  >(`SELECT p.id, coalesce(p.part, c.change) AS change, p.data FROM change_pieces p JOIN changes c ON c.id = p.change_id
    WHERE ${isKept} AND c.undone_ms IS NULL AND p.is_undone = 0
      AND c.at_ms > @sinceMs AND p.id < @before
    ORDER BY p.id DESC LIMIT @limit`)
  const newest = db
    .prepare<[], number>(
      `SELECT coalesce(max(p.id), 0) * 4096 + count(*) % 4096 FROM change_pieces p
        JOIN changes c ON c.id = p.change_id WHERE ${isKept} AND p.is_undone = 0`,
    )
    .pluck()
  return {
    version: () => newest.get() ?? 0,
    read: (range) =>
      pieces.all(range).map(({ id, change, data }) => ({
        id,
        change: JSON.parse(change) as Change,
        ids: decodePiece(data).flatMap((group) => group.ids),
      })),
  }
}
