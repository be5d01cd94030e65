import type { TrainingState } from '../../contract/analysis/ticket.ts'
import type { IndexKey } from './index-rows.ts'
import type { Db } from '../../sqlite/connect.ts'

/** A ticket as stored; times are milliseconds since 1970, `finishedAt` null while the training is not over. */
export type TicketRow = IndexKey & {
  id: string
  createdAt: number
  finishedAt: number | null
  state: TrainingState
  entries: number | null
  text: string
}

/** How a training ended. */
export type TicketEnd = { state: 'trained' | 'failed'; entries: number | null; text: string; at: number }

/** The tickets of trainings. */
export function ticketRows(db: Db) {
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
    add: (id: string, key: IndexKey, at: number) => void add.run({ ...key, id, at }),
    find: (id: string, owner: string) => find.get(id, owner),
    finish: (ids: readonly string[], end: TicketEnd): void => finishAll(ids, end),
    /**
     * Tickets whose training stopped with an earlier process, to be trained again. Those that come here a second time
     * are ended with `text` instead: a training that takes the process down must not do so at every start.
     */
    resume: (text: string, at: number): (IndexKey & { id: string })[] => resumeAll(text, at),
    /** After a stop in good order no training is suspected. */
    clear: () => void clear.run(),
    removeOwner: (owner: string) => void removeOwner.run(owner),
    forgetBefore: (time: number) => void forget.run(time),
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
