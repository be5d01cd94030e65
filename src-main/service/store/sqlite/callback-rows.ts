import type { Db } from '../../../sqlite/connect.ts'
import type { CallbackStore, PendingCallback } from '../../ports/callback-store.ts'

const columns = 'id, url, ticket_id AS ticketId, attempts, next_at_ms AS nextAtMs, created_ms AS createdMs'

/** Addresses that wait to be called. */
export function callbackRows(db: Db): CallbackStore {
  const add = db.prepare(
    'INSERT INTO callbacks (url, ticket_id, attempts, next_at_ms, created_ms) VALUES (@url, @ticketId, 0, @at, @at)',
  )
  const due = db.prepare<[number, number], PendingCallback>(
    `SELECT ${columns} FROM callbacks WHERE next_at_ms <= ? ORDER BY next_at_ms LIMIT ?`,
  )
  const nextAt = db.prepare<[], number | null>('SELECT min(next_at_ms) FROM callbacks').pluck()
  const postpone = db.prepare('UPDATE callbacks SET attempts = @attempts, next_at_ms = @nextAtMs WHERE id = @id')
  const remove = db.prepare('DELETE FROM callbacks WHERE id = ?')
  return {
    add: async (callback) => Number(add.run(callback).lastInsertRowid),
    due: async (now, limit) => due.all(now, limit),
    nextAt: async () => nextAt.get() ?? null,
    postpone: async (id, attempts, nextAtMs) => void postpone.run({ id, attempts, nextAtMs }),
    remove: async (id) => void remove.run(id),
  }
}
