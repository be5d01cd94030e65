import type { Db } from '../../../sqlite/connect.ts'
import type { IndexKey, TicketEnd, TicketRow, TicketRows } from '../port.ts'

/** The tickets of trainings. */
export function ticketRows(db: Db): TicketRows {
  const { find, unfinished } = queries(db)
  const { add, finish, failTwice, resume, clear, forget, removeOwner } = changes(db)
  const finishAll = db.transaction((ids: readonly string[], end: TicketEnd) => {
    for (const id of ids) finish.run({ ...end, id })
  })
  const resumeAll = db.transaction((text: string, at: number) => {
    failTwice.run({ text, at })
    resume.run()
    return unfinished.all()
  })
  return {
    add: async (id, key, at) => void add.run({ ...key, id, at }),
    find: async (id, owner) => find.get(id, owner),
    finish: async (ids, end) => finishAll(ids, end),
    resume: async (text, at) => resumeAll(text, at),
    clear: async () => void clear.run(),
    removeOwner: async (owner) => void removeOwner.run(owner),
    forgetBefore: async (time) => void forget.run(time),
  }
}

const key = 'owner, kind, categorizer_id AS categorizerId, index_id AS indexId'

function queries(db: Db) {
  return {
    find: db.prepare<[string, string], TicketRow>(
      `SELECT id, ${key}, created_at AS createdAt, finished_at AS finishedAt, state, entries, text
       FROM tickets WHERE id = ? AND owner = ?`,
    ),
    unfinished: db.prepare<[], IndexKey & { id: string }>(
      `SELECT id, ${key} FROM tickets WHERE finished_at IS NULL ORDER BY created_at, id`,
    ),
  }
}

function changes(db: Db) {
  return {
    add: db.prepare(
      "INSERT INTO tickets (id, owner, kind, categorizer_id, index_id, created_at, state) VALUES (@id, @owner, @kind, @categorizerId, @indexId, @at, 'waiting')",
    ),
    finish: db.prepare(
      'UPDATE tickets SET state = @state, entries = @entries, text = @text, finished_at = @at WHERE id = @id',
    ),
    failTwice: db.prepare(
      "UPDATE tickets SET state = 'failed', text = @text, finished_at = @at WHERE finished_at IS NULL AND state = 'resumed'",
    ),
    resume: db.prepare("UPDATE tickets SET state = 'resumed' WHERE finished_at IS NULL"),
    clear: db.prepare("UPDATE tickets SET state = 'waiting' WHERE finished_at IS NULL"),
    forget: db.prepare('DELETE FROM tickets WHERE finished_at < ?'),
    removeOwner: db.prepare('DELETE FROM tickets WHERE owner = ?'),
  }
}
