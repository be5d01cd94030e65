import { canonicalJson, type ColumnType, type Row, type Table, type Value } from '../../transfer/table.ts'

/** A value as the driver returns it. */
type Given = string | number | boolean | Buffer | object | null

const arrays: Record<ColumnType, string> = {
  text: 'text[]',
  integer: 'bigint[]',
  real: 'double precision[]',
  bytes: 'bytea[]',
  json: 'text[]',
  integers: 'text[]',
  flag: 'boolean[]',
}
const casts: Partial<Record<ColumnType, string>> = { json: '::jsonb', integers: '::integer[]' }

/** Reads a table's rows ordered by key, comparing texts by bytes as SQLite does. */
export function selectRows({ name, columns, key }: Table): string {
  const order = key.map((part) => {
    const { type } = columns.find((one) => one.name === part)!
    return type === 'text' ? `${part} COLLATE "C"` : part
  })
  return `SELECT ${columns.map((one) => one.readAs?.postgres ?? one.name).join(', ')} FROM ${name} ORDER BY ${order.join(', ')}`
}

/** Adds rows, passed as one array per column. */
export function insertRows({ name, columns }: Table): string {
  const names = columns.map((column) => column.name).join(', ')
  const given = columns.map(({ type }, i) => `$${i + 1}::${arrays[type]}`).join(', ')
  const cast = columns.map((column) => `"${column.name}"${casts[column.type] ?? ''}`).join(', ')
  const quoted = columns.map((column) => `"${column.name}"`).join(', ')
  return `INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE SELECT ${cast} FROM unnest(${given}) AS given (${quoted})`
}

/** Converts a row from the database for the transfer. */
export const fromGiven = ({ columns }: Table, given: readonly Given[]): Row =>
  columns.map(({ type }, i) => (type === 'json' || type === 'integers' ? toText(given[i]!) : (given[i] as Value)))

const toText = (value: Given): string | null => (value === null ? null : canonicalJson(value))

/** Rows in the form that `insertRows` takes. */
export const toArrays = ({ columns }: Table, rows: readonly Row[]): Value[][] =>
  columns.map(({ type }, i) =>
    rows.map((row) => (type === 'integers' && row[i] !== null ? `{${(row[i] as string).slice(1, -1)}}` : row[i]!)),
  )
