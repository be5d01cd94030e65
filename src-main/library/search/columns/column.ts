import type { Db } from '../../../base/sqlite/connect.ts'

/** The typed arrays that may store a column. */
export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** A number of every photo, in one typed array: what filters, facets and orders read instead of SQL. */
export type NumberColumn<Values extends NumberArray = NumberArray> = {
  /** Its value: an SQL expression over a photo `p` and its main file `f`. */
  readonly sql: string
  create(length: number): Values
  /** The stored number for SQL's value; without it the value is stored unchanged, and NULL as 0. */
  encode?(value: number | null): number
}

/** Declares a column. */
export const numberColumn = <Values extends NumberArray>(
  sql: string,
  array: new (length: number) => Values,
  encode?: (value: number | null) => number,
): NumberColumn<Values> => ({ sql, create: (length) => new array(length), ...(encode ? { encode } : {}) })

/**
 * A text of every photo, stored as a number for each different text. It is loaded on first use, since most sessions do
 * without.
 */
export type TextColumn = {
  /** An SQL expression over a photo `p`, its main file `f` and its metadata `m` (JSON in `m.data`; NULL if unread). */
  readonly sql: string
}

/** Several values of every photo, such as its tags: 32-bit numbers, loaded on first use. */
export type ListColumn = {
  /** About how many values a photo has: space is reserved for this many. */
  readonly perPhoto: number
  /** The photo's values as the catalogue has them now. */
  read(db: Db, photoId: number): readonly number[]
}
