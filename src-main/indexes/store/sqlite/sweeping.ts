import type { Db } from '../../../sqlite/connect.ts'

/** Entries of removed indexes deleted in one go, short enough not to be felt. */
const SWEPT_AT_ONCE = 200

/** Deletes a few entries of a removed index at each call; false when there is nothing left to delete. */
export function sweeping(db: Db): () => boolean {
  const nextRemoved = db.prepare<[], number>('SELECT index_row FROM removed_indexes LIMIT 1').pluck()
  const sweepEntries = db.prepare(
    'DELETE FROM entries WHERE id IN (SELECT id FROM entries WHERE index_row = ? LIMIT ?)',
  )
  const sweepAlterations = db.prepare('DELETE FROM alterations WHERE index_row = ?')
  const forgetRemoved = db.prepare('DELETE FROM removed_indexes WHERE index_row = ?')
  const sweep = db.transaction((row: number) => {
    if (sweepEntries.run(row, SWEPT_AT_ONCE).changes > 0) return
    sweepAlterations.run(row)
    forgetRemoved.run(row)
  })
  return () => {
    const row = nextRemoved.get()
    if (row !== undefined) sweep(row)
    return row !== undefined
  }
}
