import { FaceOutcomeRow, FaceTaskRow } from '../face-ticket-shapes.ts'
import type { FaceTicket, FaceTicketStore } from '../../ports/face-ticket-store.ts'
import type { Database } from './database.ts'

type TicketRow = Omit<FaceTicket, 'task' | 'outcome'> & { task: unknown; outcome: unknown }

const select =
  'SELECT id, owner, task, callback_url AS "callbackUrl", outcome, finished_ms AS "finishedMs" FROM face_tickets'

/** Tickets about faces, in PostgreSQL. */
export function faceTicketRows(database: Database): FaceTicketStore {
  const { query, repeat } = database
  return {
    add: ({ id, owner, task, callbackUrl }, now, maxWaiting) =>
      database.transaction(async (inside) => {
        await inside("SELECT pg_advisory_xact_lock(hashtextextended('lumafold/face-tickets/' || $1, 0))", [owner])
        const added = await inside(
          `INSERT INTO face_tickets (id, owner, task, callback_url, created_ms) SELECT $1, $2, $3, $4, $5
           WHERE (SELECT count(*) FROM face_tickets WHERE owner = $2 AND finished_ms IS NULL) < $6 RETURNING id`,
          [id, owner, JSON.stringify(task), callbackUrl, now, maxWaiting],
        )
        return added.length > 0
      }),
    find: async (owner, id) => {
      const [row] = await repeat<TicketRow>(`${select} WHERE id = $1 AND owner = $2`, [id, owner])
      return row && readTicket(row)
    },
    open: async () =>
      (
        await repeat<TicketRow>(
          `${select} WHERE finished_ms IS NULL OR callback_url IS NOT NULL ORDER BY created_ms, id COLLATE "C"`,
        )
      ).map(readTicket),
    finish: async (id, outcome, now) =>
      (
        await query(
          'UPDATE face_tickets SET outcome = $2, finished_ms = $3 WHERE id = $1 AND finished_ms IS NULL RETURNING id',
          [id, JSON.stringify(outcome), now],
        )
      ).length > 0,
    markCalled: async (id) => void (await repeat('UPDATE face_tickets SET callback_url = NULL WHERE id = $1', [id])),
    forgetBefore: async (time) => void (await repeat('DELETE FROM face_tickets WHERE finished_ms < $1', [time])),
    removeOwner: async (owner) => void (await repeat('DELETE FROM face_tickets WHERE owner = $1', [owner])),
  }
}

const readTicket = ({ task, outcome, ...ticket }: TicketRow): FaceTicket => ({
  ...ticket,
  task: FaceTaskRow.parse(task),
  outcome: outcome === null ? null : FaceOutcomeRow.parse(outcome),
})
