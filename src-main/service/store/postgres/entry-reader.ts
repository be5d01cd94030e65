import type { EntryReader, ReadEntry, ReadPlan } from '../../../indexes/store/port.ts'
import { decodeVector } from '../../../sqlite/vector-blob.ts'
import { toStoreError } from './database-errors.ts'
import type { Database } from './database.ts'

/** Opens a reader: a connection of its own, whose open transaction holds the moment. */
export async function openEntryReader(database: Database, indexRow: number): Promise<EntryReader> {
  const client = await database.connect()
  const read = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> => {
    try {
      return (await client.query<R>(text, values)).rows
    } catch (error) {
      throw toStoreError(error)
    }
  }
  await read('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  const [plan = null] = await read<ReadPlan>(
    'SELECT kind, dimensions, model, changes, entry_count AS entries FROM indexes WHERE id = $1',
    [indexRow],
  )
  return {
    plan,
    async *pages(rows) {
      for (let after = 0; ;) {
        const found = await read<{ id: number; entryId: string; blob: Buffer }>(
          'SELECT id, entry_id AS "entryId", vector AS blob FROM entries WHERE index_row = $1 AND id > $2 ORDER BY id LIMIT $3',
          [indexRow, after, rows],
        )
        if (found.length === 0) return
        after = found.at(-1)!.id
        yield found.map(({ entryId, blob }): ReadEntry => ({ entryId, vector: decodeVector(blob) }))
      }
    },
    close: () => client.end(),
  }
}
