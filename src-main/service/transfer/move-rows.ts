import { AppError } from '../../contract/errors.ts'
import type { Side, SourceSide, TargetSide } from '../store/transfer/side.ts'
import { nameOfRow, type Row, type Table, type Value } from '../store/transfer/table.ts'

/** Converts a row for the target; most stay the same. */
export type Change = (table: Table, row: Row) => Row

/** Copies a table page by page; `onRows` is called with the number of written rows. */
export async function copyRows(
  table: Table,
  from: SourceSide,
  to: TargetSide,
  change: Change,
  onRows: (rows: number) => void,
): Promise<void> {
  for await (const page of from.read(table)) {
    await to.write(
      table,
      page.map((row) => change(table, row)),
    )
    onRows(page.length)
  }
}

/**
 * Reads a table back from both sides and compares it row by row, value by value. Returns the number of rows; throws
 * AppError `library-damaged` that names the first difference.
 */
export async function compareRows(
  table: Table,
  from: Side,
  to: Side,
  change: Change,
  onRows: (rows: number) => void,
): Promise<number> {
  const found = rowsOf(to, table)
  let rows = 0
  for await (const page of from.read(table)) {
    for (const row of page) {
      const expected = change(table, row)
      const { value } = await found.next()
      if (value === undefined || !isEqual(expected, value)) throw difference(table, nameOfRow(table, expected))
      rows++
    }
    onRows(page.length)
  }
  const { value } = await found.next()
  if (value !== undefined) throw difference(table, nameOfRow(table, value))
  return rows
}

async function* rowsOf(side: Side, table: Table): AsyncGenerator<Row, undefined> {
  for await (const page of side.read(table)) yield* page
  return undefined
}

const isEqual = (a: Row, b: Row): boolean => a.length === b.length && a.every((value, i) => isSame(value, b[i]!))

const isSame = (a: Value, b: Value): boolean =>
  Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : Object.is(a, b)

const difference = (table: Table, row: string) =>
  new AppError(
    'library-damaged',
    `After the move the ${table.title} are not the same on both sides: "${row}" differs. Nothing counts as moved. Please report this.`,
  )
