import type { Db } from '../../../base/sqlite/connect.ts'
import type { TicketCall, TicketEnd, TicketRow, TicketRows } from '../port.ts'

/** The tickets of trainings. */
export function ticketRows(db: Db): TicketRows {
  const { find, unsettled, open, dueCallbacks } = queries(db)
  const { add, take, setProgress, finish, giveUp, markCalled, forget, removeOwner } = changes(db)
  const takeAll = db.transaction((indexRow: number) => {
    take.run(indexRow)
    return open.all(indexRow)
  })
  const setAll = db.transaction((ids: readonly string[], percent: number) => {
    for (const id of ids) setProgress.run({ id, percent })
  })
  const finishAll = db.transaction((ids: readonly string[], end: TicketEnd) => {
    for (const id of ids) finish.run({ ...end, id })
  })
  return {
    add: async ({ key, ...ticket }) => void add.run({ ...key, ...ticket }),
    find: async (id, owner) => find.get(id, owner),
    unsettled: async () => unsettled.all(),
    take: async (indexRow) => takeAll(indexRow),
    setProgress: async (ids, percent) => setAll(ids, percent),
    finish: async (ids, end) => finishAll(ids, end),
    giveUp: async (indexRow, end) => void giveUp.run({ ...end, indexRow }),
    dueCallbacks: async (indexRow) => dueCallbacks.all(indexRow),
    markCalled: async (id) => void markCalled.run(id),
    removeOwner: async (owner) => void removeOwner.run(owner),
    forgetBefore: async (time) => void forget.run(time),
  }
}

const isCallbackDue = 'finished_at IS NOT NULL AND callback_url IS NOT NULL'

function queries(db: Db) {
  return {
    find: db.prepare<[string, string], TicketRow>(
      `SELECT id, owner, kind, categorizer_id AS categorizerId, index_id AS indexId, created_at AS createdAt,
         finished_at AS finishedAt, state, progress, entries, text
       FROM tickets WHERE id = ? AND owner = ?`,
    ),
    unsettled: db
      .prepare<[], number>(
        `SELECT index_row FROM tickets WHERE finished_at IS NULL UNION SELECT index_row FROM tickets WHERE ${isCallbackDue}`,
      )
      .pluck(),
    open: db
      .prepare<[number], string>(
        'SELECT id FROM tickets WHERE index_row = ? AND finished_at IS NULL ORDER BY created_at, id',
      )
      .pluck(),
    dueCallbacks: db.prepare<[number], TicketCall>(
      `SELECT id AS ticketId, owner, callback_url AS url FROM tickets WHERE index_row = ? AND ${isCallbackDue}
       ORDER BY created_at, id`,
    ),
  }
}

function changes(db: Db) {
  return {
    add: db.prepare(
      `INSERT INTO tickets (id, owner, kind, categorizer_id, index_id, index_row, callback_url, created_at, state)
       VALUES (@id, @owner, @kind, @categorizerId, @indexId, @indexRow, @callbackUrl, @at, 'waiting')`,
    ),
    take: db.prepare("UPDATE tickets SET state = 'training' WHERE index_row = ? AND finished_at IS NULL"),
    setProgress: db.prepare(
      'UPDATE tickets SET progress = @percent WHERE id = @id AND finished_at IS NULL AND progress < @percent',
    ),
    finish: db.prepare(
      'UPDATE tickets SET state = @state, entries = @entries, text = @text, finished_at = @at WHERE id = @id AND finished_at IS NULL',
    ),
    giveUp: db.prepare(
      `UPDATE tickets SET state = @state, entries = @entries, text = @text, finished_at = @at
       WHERE index_row = @indexRow AND finished_at IS NULL AND state = 'training'`,
    ),
    markCalled: db.prepare('UPDATE tickets SET callback_url = NULL WHERE id = ?'),
    forget: db.prepare('DELETE FROM tickets WHERE finished_at < ?'),
    removeOwner: db.prepare('DELETE FROM tickets WHERE owner = ?'),
  }
}
