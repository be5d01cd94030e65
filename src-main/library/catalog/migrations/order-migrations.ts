import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Migrations from several places in the order of their versions. Throws where a version is missing or given twice: two
 * changes that were made at the same time would otherwise hide each other.
 */
export function orderMigrations(migrations: readonly Migration[]): readonly Migration[] {
  const ordered = [...migrations].sort((a, b) => a.version - b.version)
  const wrong = ordered.findIndex(({ version }, place) => version !== place + 1)
  if (wrong >= 0)
    throw new Error(`The migrations of the catalogue have no version ${wrong + 1}, or have version ${wrong} twice.`)
  return ordered
}
