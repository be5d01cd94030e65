import type { Db } from '../../../../base/sqlite/connect.ts'

type Broken = { table: string; parent: string; fkid: number }
type Key = { id: number; table: string; from: string; to: string | null }

/** Rows that refer to missing ones, counted by table and by what is missing. */
export function countBroken(db: Db): { table: string; parent: string; fkid: number; count: number }[] {
  const counts = new Map<string, Broken & { count: number }>()
  for (const { table, parent, fkid } of db
    .prepare<[], Broken>('SELECT "table", parent, fkid FROM pragma_foreign_key_check')
    .iterate()) {
    const key = `${table} ${fkid}`
    const known = counts.get(key) ?? { table, parent, fkid, count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
  }
  return [...counts.values()]
}

/** A repair never deletes rows of these: photos and files, their places, and a person's work. */
const KEPT = new Set(['photos', 'files', 'folders', 'roots', 'changes', 'edits', 'settings'])

/** Whether such rows of a table may be deleted. */
export const isRemovable = ({ table }: { table: string }): boolean => !KEPT.has(table)

/** Deletes such rows: their owner is unknown. */
export function removeBroken(db: Db, { table, fkid }: Broken): void {
  const keys = db.prepare<[string], Key>('SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?)').all(table)
  const key = keys.find(({ id }) => id === fkid)
  if (key === undefined) return
  const to = key.to ?? primaryKeyOf(db, key.table)
  db.exec(
    `DELETE FROM "${table}" WHERE "${key.from}" IS NOT NULL AND "${key.from}" NOT IN (SELECT "${to}" FROM "${key.table}")`,
  )
}

const primaryKeyOf = (db: Db, table: string): string =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk = 1').pluck().get(table) ?? 'rowid'
