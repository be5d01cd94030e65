/**
 * The content of a column: `json` is text in SQLite and jsonb in PostgreSQL, `integers` a list as JSON or an array,
 * `flag` 0 or 1 or a boolean.
 */
export type ColumnType = 'text' | 'integer' | 'real' | 'bytes' | 'json' | 'integers' | 'flag'

/** A value during the transfer: `json` and `integers` are texts that are equal for equal values. */
export type Value = string | number | boolean | Buffer | null
/** The values of a row, in the order of its table's columns. */
export type Row = readonly Value[]

/** A column with another name in SQLite, or that is read in another way. */
type ColumnDetails = { type: ColumnType; sqlite?: string; readAs?: { sqlite?: string; postgres?: string } }

/** A table that exists in both databases of a service. */
export type Table = {
  /** Its name in PostgreSQL, and in SQLite unless another is given. */
  name: string
  sqlite: string
  /** The SQLite file that contains it. */
  file: 'service' | 'indexes'
  /** The name of its rows for a person. */
  title: string
  key: readonly string[]
  columns: readonly (ColumnDetails & { name: string })[]
  /** Columns of one side that contain no accepted data, or that the other side derives. */
  only: { sqlite: readonly string[]; postgres: readonly string[] }
  /** The column that a sequence fills, and that sequence in PostgreSQL if it is not the column's own. */
  counted: { column: string; sequence?: string } | undefined
}

type TableDetails = Partial<Pick<Table, 'sqlite' | 'file' | 'counted'>> & {
  title: string
  key: readonly string[]
  columns: Record<string, ColumnType | ColumnDetails>
  only?: Partial<Table['only']>
}

/** Describes a table. */
export function table(name: string, { columns, only, ...details }: TableDetails): Table {
  return {
    name,
    sqlite: name,
    file: 'service',
    counted: undefined,
    ...details,
    only: { sqlite: [], postgres: [], ...only },
    columns: Object.entries(columns).map(([column, given]) => ({
      name: column,
      ...(typeof given === 'string' ? { type: given } : given),
    })),
  }
}

/** The value of a column in a row. */
export const valueOf = (of: Table, row: Row, column: string): Value =>
  row[of.columns.findIndex(({ name }) => name === column)]!

/** A row with some values replaced. */
export const withValues = (of: Table, row: Row, values: Readonly<Record<string, Value>>): Row =>
  of.columns.map(({ name }, i) => (Object.hasOwn(values, name) ? values[name]! : row[i]!))

/** The description of a row for a person. */
export const nameOfRow = (of: Table, row: Row): string =>
  of.key.map((column) => String(valueOf(of, row, column))).join(' ')

/** JSON text that is equal for equal values: object keys are sorted, and equal numbers are written alike. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, held]) => `${JSON.stringify(name)}:${canonicalJson(held)}`).join(',')}}`
}
