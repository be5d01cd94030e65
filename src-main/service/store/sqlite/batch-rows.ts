import type { BatchOperations } from '../../../analysis/operations/batch-calls.ts'
import type { BatchFindings } from '../../../contract/analysis/operations/batch.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'
import { Listeners } from '../listeners.ts'
import type { BatchPicture, BatchRecord, BatchStore, ClaimedPicture, StoredBatch } from '../../ports/batch-store.ts'

type BatchRow = {
  id: string
  accountId: string
  operations: string
  callbackUrl: string | null
  createdMs: number
  total: number
  done: number
  failed: number
  endedMs: number | null
  isCancelled: number
  waitsUntilMs: number | null
  waitsFor: string
}
type PictureRow = { number: number; picture: string; tries: number }
type RecordRow = { number: number; picture: string; findings: string }

const own = 'id, account_id AS accountId, operations, callback_url AS callbackUrl, created_ms AS createdMs'
const columns = `${own}, total, done, failed, ended_ms AS endedMs, is_cancelled AS isCancelled,
  waits_until_ms AS waitsUntilMs, waits_for AS waitsFor`

/**
 * Batches in SQLite. A claim is the text in a picture's row; its holder may finish the picture, and another may take it
 * once the claim expires. Turn numbers increase with each claim, so that accounts take turns.
 */
export function batchRows(db: Db): BatchStore {
  return { ...adder(db), ...reader(db), ...claimer(db), ...returner(db), ...settler(db), ...remover(db) }
}

function adder(db: Db): Pick<BatchStore, 'add' | 'onAdded'> {
  const insert = db.prepare(
    'INSERT INTO batches (id, account_id, operations, callback_url, created_ms, total) VALUES (@id, @accountId, @operations, @callbackUrl, @createdMs, @total)',
  )
  const insertPicture = db.prepare('INSERT INTO batch_pictures (batch, number, picture) VALUES (?, ?, ?)')
  const open = db
    .prepare<[string], number>('SELECT count(*) FROM batches WHERE account_id = ? AND ended_ms IS NULL')
    .pluck()
  const add = (batch: Parameters<BatchStore['add']>[0], pictures: readonly BatchPicture[], maxOpen: number) =>
    durably(db, () => {
      if ((open.get(batch.accountId) ?? 0) >= maxOpen) return false
      insert.run({ ...batch, operations: JSON.stringify(batch.operations), total: pictures.length })
      for (const [number, picture] of pictures.entries()) insertPicture.run(batch.id, number, JSON.stringify(picture))
      return true
    })
  const listeners = new Listeners()
  return {
    add: async (batch, pictures, maxOpen) => {
      const isAdded = add(batch, pictures, maxOpen)
      if (isAdded) listeners.tell()
      return isAdded
    },
    onAdded: (listener) => listeners.add(listener),
  }
}

function reader(db: Db): Pick<BatchStore, 'find' | 'list' | 'records'> {
  const find = db.prepare<[string, string], BatchRow>(`SELECT ${columns} FROM batches WHERE account_id = ? AND id = ?`)
  const list = db.prepare<[string], BatchRow>(
    `SELECT ${columns} FROM batches WHERE account_id = ? ORDER BY created_ms DESC, id`,
  )
  const records = db.prepare<[string, number, string, number], RecordRow>(`
    SELECT number, picture, findings FROM batch_pictures
    WHERE batch = ? AND number >= ? AND findings IS NOT NULL
      AND number < coalesce((SELECT min(number) FROM batch_pictures WHERE batch = ? AND findings IS NULL), 1e9)
    ORDER BY number LIMIT ?`)
  return {
    find: async (accountId, id) => {
      const row = find.get(accountId, id)
      return row && toBatch(row)
    },
    list: async (accountId) => list.all(accountId).map(toBatch),
    records: async (batchId, from, limit) => records.all(batchId, from, batchId, limit).map(toRecord),
  }
}

function remover(db: Db): Pick<BatchStore, 'dueCallbacks' | 'markCalled' | 'removeEndedBefore' | 'removeAccount'> {
  const dueCallbacks = db.prepare<[number], { id: string; accountId: string; url: string }>(
    'SELECT id, account_id AS accountId, callback_url AS url FROM batches WHERE ended_ms IS NOT NULL AND callback_url IS NOT NULL AND is_told = 0 LIMIT ?',
  )
  const markCalled = db.prepare('UPDATE batches SET is_told = 1 WHERE id = ?')
  const removeEnded = db.prepare('DELETE FROM batches WHERE ended_ms < ?')
  const removeAccount = db.prepare('DELETE FROM batches WHERE account_id = ?')
  return {
    dueCallbacks: async (limit) => dueCallbacks.all(limit),
    markCalled: async (id) => void markCalled.run(id),
    removeEndedBefore: async (timeMs) => void removeEnded.run(timeMs),
    removeAccount: async (accountId) => void removeAccount.run(accountId),
  }
}

/** Claims pictures. */
function claimer(db: Db): Pick<BatchStore, 'claim'> {
  const next = db.prepare<[number, number], BatchRow>(`
    SELECT ${columns} FROM batches b
    WHERE ended_ms IS NULL AND coalesce(waits_until_ms, 0) <= ?
      AND EXISTS (SELECT 1 FROM batch_pictures p WHERE p.batch = b.id AND p.findings IS NULL AND p.free_ms <= ?)
    ORDER BY (SELECT max(turn) FROM batches o WHERE o.account_id = b.account_id AND o.ended_ms IS NULL), created_ms, id
    LIMIT 1`)
  const free = db.prepare<[string, number], PictureRow>(
    'SELECT number, picture, tries FROM batch_pictures WHERE batch = ? AND findings IS NULL AND free_ms <= ? ORDER BY number LIMIT 1',
  )
  const take = db.prepare(
    'UPDATE batch_pictures SET claim = @claim, free_ms = @leaseUntilMs, tries = tries + 1 WHERE batch = @batch AND number = @number',
  )
  const turn = db.prepare('UPDATE batches SET turn = (SELECT max(turn) + 1 FROM batches) WHERE id = ?')
  const claim = db.transaction(({ claim, nowMs, leaseMs }: Parameters<BatchStore['claim']>[0]) => {
    const row = next.get(nowMs, nowMs)
    const picture = row && free.get(row.id, nowMs)
    if (row === undefined || picture === undefined) return undefined
    take.run({ batch: row.id, number: picture.number, claim, leaseUntilMs: nowMs + leaseMs })
    turn.run(row.id)
    const { id, accountId, operations, callbackUrl, createdMs } = toBatch(row)
    return {
      batch: { id, accountId, operations, callbackUrl, createdMs },
      number: picture.number,
      picture: JSON.parse(picture.picture) as BatchPicture,
      claim,
      tries: picture.tries + 1,
    }
  })
  return { claim: async (by) => claim.immediate(by) }
}

/** Returns pictures. */
function returner(db: Db): Pick<BatchStore, 'putBack' | 'wait' | 'releaseAll'> {
  const giveBack = db.prepare(
    'UPDATE batch_pictures SET claim = NULL, free_ms = @at, tries = tries - @untried WHERE batch = @batch AND number = @number AND claim = @claim',
  )
  const wait = db.prepare(
    'UPDATE batches SET waits_until_ms = ?, waits_for = ? WHERE account_id = ? AND ended_ms IS NULL',
  )
  const releaseAll = db.prepare(
    'UPDATE batch_pictures SET claim = NULL, free_ms = 0 WHERE findings IS NULL AND claim IS NOT NULL',
  )
  const keyOf = ({ batch, number, claim }: ClaimedPicture) => ({ batch: batch.id, number, claim })
  const waitAll = db.transaction((claimed: ClaimedPicture, untilMs: number, reason: string) => {
    giveBack.run({ ...keyOf(claimed), at: 0, untried: 1 })
    wait.run(untilMs, reason, claimed.batch.accountId)
  })
  return {
    putBack: async (claimed, at, how) =>
      void giveBack.run({ ...keyOf(claimed), at, untried: how === 'untried' ? 1 : 0 }),
    wait: async (claimed, untilMs, reason) => waitAll.immediate(claimed, untilMs, reason),
    releaseAll: async () => void releaseAll.run(),
  }
}

/** Ends pictures and batches. */
function settler(db: Db): Pick<BatchStore, 'finish' | 'cancel'> {
  const keep = db.prepare(
    'UPDATE batch_pictures SET findings = @findings, claim = NULL WHERE batch = @batch AND number = @number AND claim = @claim',
  )
  const count = db.prepare('UPDATE batches SET done = done + 1, failed = failed + @failed WHERE id = @batch')
  const end = db.prepare('UPDATE batches SET ended_ms = ? WHERE id = ? AND done = total AND ended_ms IS NULL')
  const cancel = db.prepare(
    'UPDATE batches SET ended_ms = ?, is_cancelled = 1 WHERE account_id = ? AND id = ? AND ended_ms IS NULL',
  )
  const drop = db.prepare('DELETE FROM batch_pictures WHERE batch = ? AND findings IS NULL')
  const finish = db.transaction(({ batch, number, claim }: ClaimedPicture, findings: BatchFindings, nowMs: number) => {
    const kept = keep.run({ batch: batch.id, number, claim, findings: JSON.stringify(findings) })
    if (kept.changes === 0) return false
    count.run({ batch: batch.id, failed: Object.keys(findings.errors).length > 0 ? 1 : 0 })
    end.run(nowMs, batch.id)
    return true
  })
  const stop = (accountId: string, id: string, nowMs: number) =>
    durably(db, () => {
      if (cancel.run(nowMs, accountId, id).changes === 0) return false
      drop.run(id)
      return true
    })
  return {
    finish: async (claimed, findings, nowMs) => finish.immediate(claimed, findings, nowMs),
    cancel: async (accountId, id, nowMs) => stop(accountId, id, nowMs),
  }
}

const toBatch = ({ operations, isCancelled, ...row }: BatchRow): StoredBatch => ({
  ...row,
  operations: JSON.parse(operations) as BatchOperations,
  isCancelled: isCancelled === 1,
})

const toRecord = ({ number, picture, findings }: RecordRow): BatchRecord => ({
  number,
  picture: JSON.parse(picture) as BatchPicture,
  findings: JSON.parse(findings) as BatchFindings,
})
