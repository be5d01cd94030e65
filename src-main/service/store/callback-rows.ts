import type { Db } from '../../sqlite/connect.ts'

/** An address still to be called about a ticket; times in milliseconds since 1970. */
export type CallbackRow = {
  id: number
  url: string
  ticketId: string
  attempts: number
  nextAtMs: number
  createdMs: number
}

const columns = 'id, url, ticket_id AS ticketId, attempts, next_at_ms AS nextAtMs, created_ms AS createdMs'

/** Addresses that wait to be called. */
export function callbackRows(db: Db) {
  const add = db.prepare(
    'INSERT INTO callbacks (url, ticket_id, attempts, next_at_ms, created_ms) VALUES (@url, @ticketId, 0, @at, @at)',
  )
  const due = db.prepare<[number, number], CallbackRow>(
    `SELECT ${columns} FROM callbacks WHERE next_at_ms <= ? ORDER BY next_at_ms LIMIT ?`,
  )
  const nextAt = db.prepare<[], number | null>('SELECT min(next_at_ms) FROM callbacks').pluck()
  const postpone = db.prepare('UPDATE callbacks SET attempts = @attempts, next_at_ms = @nextAtMs WHERE id = @id')
  const remove = db.prepare('DELETE FROM callbacks WHERE id = ?')
  return {
    /** Adds an address that is due at once; gives its row's number. */
    add: (callback: { url: string; ticketId: string; at: number }): number => Number(add.run(callback).lastInsertRowid),
    /** Those that are due, the longest waiting first. */
    due: (now: number, limit = 100): CallbackRow[] => due.all(now, limit),
    /** When the next one is due; null where none waits. */
    nextAt: (): number | null => nextAt.get() ?? null,
    postpone: (id: number, attempts: number, nextAtMs: number): void => void postpone.run({ id, attempts, nextAtMs }),
    remove: (id: number): void => void remove.run(id),
  }
}
