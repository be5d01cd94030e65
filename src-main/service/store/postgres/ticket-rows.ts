import type { IndexKey, TicketRow, TicketRows } from '../../../indexes/store/port.ts'
import type { Database } from './database.ts'

const key = 'owner, kind, categorizer_id AS "categorizerId", index_id AS "indexId"'

/** The tickets of trainings, in PostgreSQL. */
export function ticketRows(database: Database): TicketRows {
  const { query, repeat } = database
  return {
    add: async (id, { owner, kind, categorizerId, indexId }, at) =>
      void (await query(
        "INSERT INTO tickets (id, owner, kind, categorizer_id, index_id, created_at, state) VALUES ($1, $2, $3, $4, $5, $6, 'waiting')",
        [id, owner, kind, categorizerId, indexId, at],
      )),
    find: async (id, owner) =>
      (
        await repeat<TicketRow>(
          `SELECT id, ${key}, created_at AS "createdAt", finished_at AS "finishedAt", state, entries, text
           FROM tickets WHERE id = $1 AND owner = $2`,
          [id, owner],
        )
      )[0],
    finish: async (ids, { state, entries, text, at }) =>
      void (await repeat(
        'UPDATE tickets SET state = $2, entries = $3, text = $4, finished_at = $5 WHERE id = ANY ($1::text[])',
        [ids, state, entries, text, at],
      )),
    resume: (text, at) =>
      database.transaction(async (run) => {
        await run(
          "UPDATE tickets SET state = 'failed', text = $1, finished_at = $2 WHERE finished_at IS NULL AND state = 'resumed'",
          [text, at],
        )
        await run("UPDATE tickets SET state = 'resumed' WHERE finished_at IS NULL")
        return run<IndexKey & { id: string }>(
          `SELECT id, ${key} FROM tickets WHERE finished_at IS NULL ORDER BY created_at, id COLLATE "C"`,
        )
      }),
    clear: async () => void (await repeat("UPDATE tickets SET state = 'waiting' WHERE finished_at IS NULL")),
    removeOwner: async (owner) => void (await repeat('DELETE FROM tickets WHERE owner = $1', [owner])),
    forgetBefore: async (time) => void (await repeat('DELETE FROM tickets WHERE finished_at < $1', [time])),
  }
}
