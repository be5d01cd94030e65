import type { TicketCall, TicketRow, TicketRows } from '../../../indexes/store/port.ts'
import type { Query } from './database.ts'

type Queries = { query: Query; repeat: Query }

/** The tickets of trainings, in PostgreSQL. */
export function ticketRows(queries: Queries): TicketRows {
  return { ...issuing(queries), ...training(queries), ...callbacks(queries) }
}

/** Issues, finds and removes tickets. */
function issuing({ query, repeat }: Queries): Pick<TicketRows, 'add' | 'find' | 'removeOwner' | 'forgetBefore'> {
  return {
    add: async ({ id, key: { owner, kind, categorizerId, indexId }, indexRow, callbackUrl, at }) =>
      void (await query(
        `INSERT INTO tickets (id, owner, kind, categorizer_id, index_id, index_row, callback_url, created_at, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting')`,
        [id, owner, kind, categorizerId, indexId, indexRow, callbackUrl, at],
      )),
    find: async (id, owner) =>
      (
        await repeat<TicketRow>(
          `SELECT id, owner, kind, categorizer_id AS "categorizerId", index_id AS "indexId", created_at AS "createdAt",
             finished_at AS "finishedAt", state, progress, entries, text
           FROM tickets WHERE id = $1 AND owner = $2`,
          [id, owner],
        )
      )[0],
    removeOwner: async (owner) => void (await repeat('DELETE FROM tickets WHERE owner = $1', [owner])),
    forgetBefore: async (time) => void (await repeat('DELETE FROM tickets WHERE finished_at < $1', [time])),
  }
}

/** The tickets of a training. */
function training({ repeat }: Queries): Pick<TicketRows, 'take' | 'setProgress' | 'finish' | 'giveUp'> {
  return {
    take: async (indexRow) => {
      const taken = await repeat<{ id: string }>(
        `WITH taken AS (
           UPDATE tickets SET state = 'training' WHERE index_row = $1 AND finished_at IS NULL RETURNING id, created_at)
         SELECT id FROM taken ORDER BY created_at, id COLLATE "C"`,
        [indexRow],
      )
      return taken.map(({ id }) => id)
    },
    setProgress: async (ids, percent) =>
      void (await repeat(
        'UPDATE tickets SET progress = $2 WHERE id = ANY ($1::text[]) AND finished_at IS NULL AND progress < $2',
        [ids, percent],
      )),
    finish: async (ids, { state, entries, text, at }) =>
      void (await repeat(
        `UPDATE tickets SET state = $2, entries = $3, text = $4, finished_at = $5
         WHERE id = ANY ($1::text[]) AND finished_at IS NULL`,
        [ids, state, entries, text, at],
      )),
    giveUp: async (indexRow, { state, entries, text, at }) =>
      void (await repeat(
        `UPDATE tickets SET state = $2, entries = $3, text = $4, finished_at = $5
         WHERE index_row = $1 AND finished_at IS NULL AND state = 'training'`,
        [indexRow, state, entries, text, at],
      )),
  }
}

/** Tickets whose callbacks are due. */
function callbacks({ repeat }: Queries): Pick<TicketRows, 'unsettled' | 'dueCallbacks' | 'markCalled'> {
  return {
    unsettled: async () => {
      const rows = await repeat<{ row: number }>(
        `SELECT index_row AS row FROM tickets WHERE finished_at IS NULL
         UNION SELECT index_row FROM tickets WHERE finished_at IS NOT NULL AND callback_url IS NOT NULL ORDER BY row`,
      )
      return rows.map(({ row }) => row)
    },
    dueCallbacks: (indexRow) =>
      repeat<TicketCall>(
        `SELECT id AS "ticketId", owner, callback_url AS url FROM tickets
         WHERE index_row = $1 AND finished_at IS NOT NULL AND callback_url IS NOT NULL
         ORDER BY created_at, id COLLATE "C"`,
        [indexRow],
      ),
    markCalled: async (id) => void (await repeat('UPDATE tickets SET callback_url = NULL WHERE id = $1', [id])),
  }
}
