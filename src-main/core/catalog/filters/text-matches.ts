import type { Db } from '../../../sqlite/connect.ts'

type Table = 'photo_text' | 'folder_text' | 'tag_text'

/**
 * The full-text questions of searches, in the language of full-text queries. Each statement is prepared when it is
 * first asked, since a search asks several times for each of its words.
 */
export class TextMatches {
  readonly #db: Db
  readonly #prepared = new Map<string, { all(term: string): number[]; get(term: string): number | undefined }>()

  constructor(db: Db) {
    this.#db = db
  }

  /** The ids of rows that match. */
  ids(table: Table, term: string): number[] {
    return this.#statement(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).all(term)
  }

  /** Whether any row matches. */
  has(table: Table, term: string): boolean {
    return this.#statement(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? LIMIT 1`).get(term) !== undefined
  }

  #statement(sql: string) {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare<[string], number>(sql).pluck()
    this.#prepared.set(sql, statement)
    return statement
  }
}
