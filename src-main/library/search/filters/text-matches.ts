import type { Db } from '../../../base/sqlite/connect.ts'
import { PieceSize } from '../../../base/sqlite/piece-size.ts'

type Table = 'photo_text' | 'line_text' | 'folder_text' | 'tag_text' | 'keyword_text'
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
  ids(table: Table, term: string): number[] {
    return this.#statement(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).all(term)
  }

  /** The same by rising id in pieces, each of which takes some milliseconds. */
  *pieces(table: Table, term: string): Generator<number[], void, undefined> {
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
  has(table: Table, term: string): boolean {
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
