import type { Row, Table } from './table.ts'

/** The state of a sequence: the largest number that it has issued, or 0. */
export type Counter = { table: Table; last: number }

/** One side of a move, held so that no service can run on it meanwhile. */
export type Side = {
  /** Its description for a person, without secrets. */
  readonly title: string
  count(table: Table): Promise<number>
  /** Rows in pages, ordered by the table's key, comparing texts by bytes. `jobTable` can be read, too. */
  read(table: Table): AsyncIterable<readonly Row[]>
  /** Whether a row names this picture as an upload. */
  hasUpload(id: string): Promise<boolean>
  /** Releases it. Written but unfinished data is gone, or remains marked as unfinished. */
  close(): Promise<void>
}

export type SourceSide = Side & {
  counters(): Promise<readonly Counter[]>
  /** Throws AppError if a service was started on it meanwhile. */
  checkIdle(): Promise<void>
}

export type TargetSide = Side & {
  write(table: Table, rows: readonly Row[]): Promise<void>
  /** Derives data from the rows: counts, turns, and sequences that continue after every number the source issued. */
  derive(counters: readonly Counter[]): Promise<void>
  /** Makes everything durable; afterwards a service may start on it. */
  finish(): Promise<void>
}
