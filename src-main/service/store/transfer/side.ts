import type { Row, Table } from './table.ts'

/** Where a sequence stands: the largest number that it has given, 0 where it has given none. */
export type Counter = { table: Table; last: number }

/** One side of a move, held so that no service runs on it meanwhile. */
export type Side = {
  /** How a person is told of it, without secrets. */
  readonly title: string
  count(table: Table): Promise<number>
  /** Rows in the order of the table's key, by the bytes of texts, in pages. `jobTable` is read too. */
  read(table: Table): AsyncIterable<readonly Row[]>
  /** Whether a row says that this picture is an upload. */
  hasUpload(id: string): Promise<boolean>
  /** Lets go of it. What was written and not finished is gone, or stays marked as not finished. */
  close(): Promise<void>
}

export type SourceSide = Side & {
  counters(): Promise<readonly Counter[]>
  /** Throws AppError where a service was started on it meanwhile. */
  checkIdle(): Promise<void>
}

export type TargetSide = Side & {
  write(table: Table, rows: readonly Row[]): Promise<void>
  /** What is derived from the rows: counts, turns, and sequences behind every number that the source ever gave. */
  derive(counters: readonly Counter[]): Promise<void>
  /** Keeps it all, durably: from then on a service may be started on it. */
  finish(): Promise<void>
}
