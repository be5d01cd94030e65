import { say } from '../../../../../contract/sentences/say.ts'
import { AppError } from '../../../../../contract/errors.ts'
import type { Db } from '../../../../../base/sqlite/connect.ts'

/** The layout of another program's database: names of columns by table. */
export type Layout = { has(table: string, column?: string): boolean }

/** Reads which tables and columns there are. */
export function readLayout(db: Db): Layout {
  const rows = db
    .prepare<[], { tableName: string; columnName: string }>(
      `SELECT t.name AS tableName, c.name AS columnName FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table'`,
    )
    .all()
  const columns = new Map<string, Set<string>>()
  for (const { tableName, columnName } of rows)
    columns.set(tableName, (columns.get(tableName) ?? new Set<string>()).add(columnName))
  return {
    has: (table, column) => (column === undefined ? columns.has(table) : (columns.get(table)?.has(column) ?? false)),
  }
}

/** Throws `bad-params` with the tables or columns that a database lacks. */
export function requireColumns(
  layout: Layout,
  kind: 'lightroom' | 'digikam',
  wanted: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [table, columns] of Object.entries(wanted)) {
    const missing = columns.find((column) => !layout.has(table, column))
    if (missing === undefined) continue
    const lacks = layout.has(table)
      ? say('sources.noColumn', { column: missing, table })
      : say('sources.noTable', { table })
    throw new AppError('bad-params', say('sources.otherVersion', { kind, what: lacks }))
  }
}
