import type { Counts, IndexRow, IndexRows } from '../../../indexes/store/port.ts'
import type { Query } from './database.ts'
import { indexColumns, type SeenIndexes } from './seen-indexes.ts'

const renameSnapshot = 'UPDATE indexes SET snapshot = $3 WHERE id = $1 AND snapshot = $2 RETURNING id'
const removeIndex = `WITH gone AS (DELETE FROM indexes WHERE id = $1 RETURNING id, snapshot),
    noted AS (INSERT INTO removed_indexes (index_row) SELECT id FROM gone)
  SELECT snapshot FROM gone`
const counts = 'entry_count AS entries, pending_count AS pending'

/** The rows of indexes, in PostgreSQL. */
export function indexRows({ query, repeat }: { query: Query; repeat: Query }, seen: SeenIndexes): IndexRows {
  return {
    find: (key) => seen.find(key),
    recall: async (key) => seen.recall(key) ?? seen.find(key),
    byId: async (id) => (await repeat<IndexRow>(`SELECT ${indexColumns} FROM indexes WHERE id = $1`, [id]))[0],
    list: (owner) =>
      repeat<IndexRow & Counts>(
        `SELECT ${indexColumns}, ${counts} FROM indexes WHERE owner = $1
         ORDER BY kind COLLATE "C", categorizer_id COLLATE "C", index_id COLLATE "C"`,
        [owner],
      ),
    counts: async (id) =>
      (await repeat<Counts>(`SELECT ${counts} FROM indexes WHERE id = $1`, [id]))[0] ?? { entries: 0, pending: 0 },
    snapshots: () =>
      repeat<{ id: number; snapshot: string }>('SELECT id, snapshot FROM indexes WHERE snapshot IS NOT NULL'),
    switchTo: async (id, { snapshot, model, entries, at, changes }) => {
      const [row] = await query<{ replaced: string | null }>(
        'SELECT replaced FROM switch_snapshot($1, $2, $3, $4, $5, $6)',
        [id, snapshot, model, entries, at, changes],
      )
      return row ?? null
    },
    rename: async (id, from, to) => (await query(renameSnapshot, [id, from, to])).length > 0,
    remove: async (id) => (await query<{ snapshot: string | null }>(removeIndex, [id]))[0] ?? null,
  }
}
