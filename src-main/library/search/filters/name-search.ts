import { type Bits, setBit } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { foldersBelow } from '../../folders/rows/folders-below.ts'
import type { Slices } from '../columns/slices.ts'
import type { FilterContext, TextTable } from './filter.ts'
import { folderColumn } from './folder.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { PieceSize } from '../../../base/sqlite/piece-size.ts'

const MAX_KEPT = 64

/**
 * Photos by the words of their names, metadata and folders, and of the text in them. Answers are cached until one of
 * these changes, since a person types letter by letter.
 */
export class NameSearch {
  readonly #db: FilterContext['db']
  readonly #texts: TextMatches
  readonly #kept = new Map<string, { textVersion: number; slots: number; found: Bits }>()

  constructor(db: FilterContext['db'], texts: TextMatches) {
    this.#db = db
    this.#texts = texts
  }

  /** See `FilterSource`. */
  *find(index: PhotoIndex, term: string): Slices<Bits> {
    const { textVersion, slots } = index
    const kept = this.#kept.get(term)
    if (kept && kept.textVersion === textVersion && kept.slots === slots) return kept.found
    const found = yield* this.#search(index, term)
    this.#kept.delete(term)
    this.#kept.set(term, { textVersion, slots, found })
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return found
  }

  *#search(index: PhotoIndex, term: string): Slices<Bits> {
    const found = index.noSlots()
    for (const table of ['photo_text', 'line_text'] as const) {
      for (const ids of this.#texts.pieces(table, term)) {
        addPhotos(index, found, ids)
        yield
      }
    }
    addFolders(index, found, foldersBelow(this.#db, this.#texts.ids('folder_text', term)))
    return found
  }
}

/**
 * Adds photos. Full text returns them by ascending id, and if no photo was ever removed slots are as far apart as ids:
 * that place is tried first, so that a million are found in some milliseconds.
 */
function addPhotos(index: PhotoIndex, found: Bits, photos: readonly number[]) {
  const { ids, slots } = index
  let [slot, last] = [0, 0]
  for (const id of photos) {
    slot += id - last
    last = id
    if (slot >= slots || ids[slot] !== id) slot = index.find(id).slot
    if (slot < slots && ids[slot] === id) setBit(found, slot)
  }
}

/**
 * Adds the photos directly in one of the folders, including hidden ones: an answer stays cached while they come and go.
 */
function addFolders(index: PhotoIndex, found: Bits, folders: ReadonlySet<number>) {
  if (folders.size === 0) return
  const folderOf = index.values(folderColumn)
  for (let slot = 0; slot < index.slots; slot++) if (folders.has(folderOf[slot] ?? 0)) setBit(found, slot)
}

/** As a full-text string: nothing a person types is syntax there. */
export const quoted = (text: string) => `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`

type Statement = { all(...values: (string | number)[]): number[]; get(term: string): number | undefined }

/** Each piece for a prefix of several words starts by collecting all their rows, so pieces are rather large. */
const PIECES = { first: 100_000, least: 100_000, most: 500_000, targetMs: 25 }

/**
 * Full-text questions of searches, in the language of full-text queries. Each statement is prepared on first use, since
 * a search runs several for each of its words.
 */
export class TextMatches {
  readonly #db: Db
  readonly #prepared = new Map<string, Statement>()

  constructor(db: Db) {
    this.#db = db
  }

  /** The ids of rows that match. */
  ids(table: TextTable, term: string): number[] {
    return this.#statement(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).all(term)
  }

  /** The same by rising id in pieces, each of which takes some milliseconds. */
  *pieces(table: TextTable, term: string): Generator<number[], void, undefined> {
    const statement = this.#statement(
      `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?`,
    )
    const size = new PieceSize(PIECES)
    for (let after = 0; ;) {
      const wanted = size.next
      const ids = size.measure(wanted, () => statement.all(term, after, wanted))
      yield ids
      const last = ids.at(-1)
      if (ids.length < wanted || last === undefined) return
      after = last
    }
  }

  /** Whether any row matches. */
  has(table: TextTable, term: string): boolean {
    return this.#statement(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? LIMIT 1`).get(term) !== undefined
  }

  #statement(sql: string) {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare<(string | number)[], number>(sql).pluck()
    this.#prepared.set(sql, statement)
    return statement
  }
}
