import { connect } from '../../../base/sqlite/connect.ts'
import { decodeVector } from '../../../base/sqlite/vector-blob.ts'
import type { EntryReader, ReadPlan } from '../port.ts'

/** Opens a reader: its own connection, whose open transaction fixes the moment. */
export function openEntryReader(path: string, indexRow: number): EntryReader {
  const db = connect(path, { readonly: true })
  db.exec('BEGIN')
  const plan = db
    .prepare<[number], Omit<ReadPlan, 'entries'>>('SELECT kind, dimensions, model, changes FROM indexes WHERE id = ?')
    .get(indexRow)
  const entries = db
    .prepare<[number], number>('SELECT count(*) FROM entries WHERE index_row = ?')
    .pluck()
    .get(indexRow)!
  const page = db.prepare<[number, number, number], { id: number; entryId: string; blob: Buffer }>(
    'SELECT id, entry_id AS entryId, vector AS blob FROM entries WHERE index_row = ? AND id > ? ORDER BY id LIMIT ?',
  )
  return {
    plan: plan === undefined ? null : { ...plan, entries },
    async *pages(rows) {
      let after = 0
      for (;;) {
        const found = page.all(indexRow, after, rows)
        if (found.length === 0) return
        after = found.at(-1)!.id
        yield found.map(({ entryId, blob }) => ({ entryId, vector: decodeVector(blob) }))
      }
    },
    close: async () => void db.close(),
  }
}
