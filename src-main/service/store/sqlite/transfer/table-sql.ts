import { canonicalJson, type ColumnType, type Row, type Table, type Value } from '../../transfer/table.ts'

type Stored = string | number | Buffer | null

/** Reads a table's rows ordered by key. */
export const selectRows = ({ sqlite, columns, key }: Table): string =>
  `SELECT ${columns.map((one) => one.readAs?.sqlite ?? nameOf(one)).join(', ')} FROM ${sqlite}
   ORDER BY ${key.map((name) => nameOf(columns.find((one) => one.name === name)!)).join(', ')}`

/** Adds one row. */
export const insertRow = ({ sqlite, columns }: Table): string =>
  `INSERT INTO ${sqlite} (${columns.map(nameOf).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

const nameOf = ({ name, sqlite }: Table['columns'][number]): string => sqlite ?? name

/** Converts a row from SQLite for the transfer. */
export const fromStored = ({ columns }: Table, stored: readonly Stored[]): Row =>
  columns.map(({ type }, i) => decode(type, stored[i]!))

/** Converts a transferred row for SQLite. */
export const toStored = (row: Row): Stored[] => row.map((value) => (typeof value === 'boolean' ? Number(value) : value))

function decode(type: ColumnType, value: Stored): Value {
  if (value === null) return null
  if (type === 'flag') return value !== 0
  return type === 'json' || type === 'integers' ? canonicalJson(JSON.parse(value as string)) : value
}
