import type { CallbackStore, PendingCallback } from '../../ports/callback-store.ts'
import type { Query } from './database.ts'

/** Calls that are still to be made, in PostgreSQL. */
export function callbackRows({ query, repeat }: { query: Query; repeat: Query }): CallbackStore {
  return {
    add: async ({ url, ticketId, at }) => {
      const [row] = await query<{ id: number }>(
        'INSERT INTO callbacks (url, ticket_id, attempts, next_at_ms, created_ms) VALUES ($1, $2, 0, $3, $3) RETURNING id',
        [url, ticketId, at],
      )
      return row!.id
    },
    due: (nowMs, limit) =>
      repeat<PendingCallback>(
        `SELECT id, url, ticket_id AS "ticketId", attempts, next_at_ms AS "nextAtMs", created_ms AS "createdMs"
         FROM callbacks WHERE next_at_ms <= $1 ORDER BY next_at_ms, id LIMIT $2`,
        [nowMs, limit],
      ),
    nextAt: async () => (await repeat<{ at: number | null }>('SELECT min(next_at_ms) AS at FROM callbacks'))[0]!.at,
    postpone: async (id, attempts, nextAtMs) =>
      void (await repeat('UPDATE callbacks SET attempts = $2, next_at_ms = $3 WHERE id = $1', [
        id,
        attempts,
        nextAtMs,
      ])),
    remove: async (id) => void (await repeat('DELETE FROM callbacks WHERE id = $1', [id])),
  }
}
