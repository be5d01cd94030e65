import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'
import { FaceOutcomeRow, FaceTaskRow } from '../face-ticket-shapes.ts'
import type { FaceTicket, FaceTicketStore } from '../../ports/face-ticket-store.ts'

type TicketRow = {
  id: string
  owner: string
  task: string
  callback_url: string | null
  outcome: string | null
  finished_ms: number | null
}

const columns = 'id, owner, task, callback_url, outcome, finished_ms'

/** Tickets about faces; they are on the disk when a call returns. */
export function faceTicketRows(db: Db): FaceTicketStore {
  const waiting = db
    .prepare<[string], number>('SELECT count(*) FROM face_tickets WHERE owner = ? AND finished_ms IS NULL')
    .pluck()
  const add = db.prepare(
    'INSERT INTO face_tickets (id, owner, task, callback_url, created_ms) VALUES (@id, @owner, @task, @callbackUrl, @now)',
  )
  const find = db.prepare<[string, string], TicketRow>(`SELECT ${columns} FROM face_tickets WHERE id = ? AND owner = ?`)
  const open = db.prepare<[], TicketRow>(
    `SELECT ${columns} FROM face_tickets WHERE finished_ms IS NULL OR callback_url IS NOT NULL ORDER BY created_ms, id`,
  )
  const finish = db.prepare(
    'UPDATE face_tickets SET outcome = @outcome, finished_ms = @now WHERE id = @id AND finished_ms IS NULL',
  )
  const markCalled = db.prepare('UPDATE face_tickets SET callback_url = NULL WHERE id = ?')
  const forget = db.prepare('DELETE FROM face_tickets WHERE finished_ms < ?')
  const removeOwner = db.prepare('DELETE FROM face_tickets WHERE owner = ?')
  return {
    add: async ({ task, ...ticket }, now, maxWaiting) =>
      durably(db, () => {
        if ((waiting.get(ticket.owner) ?? 0) >= maxWaiting) return false
        add.run({ ...ticket, task: JSON.stringify(task), now })
        return true
      }),
    find: async (owner, id) => {
      const row = find.get(id, owner)
      return row && readTicket(row)
    },
    open: async () => open.all().map(readTicket),
    finish: async (id, outcome, now) =>
      durably(db, () => finish.run({ id, outcome: JSON.stringify(outcome), now }).changes > 0),
    markCalled: async (id) => void markCalled.run(id),
    forgetBefore: async (time) => void forget.run(time),
    removeOwner: async (owner) => void removeOwner.run(owner),
  }
}

const readTicket = ({ id, owner, task, callback_url, outcome, finished_ms }: TicketRow): FaceTicket => ({
  id,
  owner,
  task: FaceTaskRow.parse(JSON.parse(task)),
  callbackUrl: callback_url,
  outcome: outcome === null ? null : FaceOutcomeRow.parse(JSON.parse(outcome)),
  finishedMs: finished_ms,
})
