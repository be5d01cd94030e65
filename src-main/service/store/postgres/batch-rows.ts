import type { BatchOperations } from '../../../analysis/operations/batch-calls.ts'
import type { BatchFindings } from '../../../contract/analysis/operations/batch.ts'
import { Listeners } from '../listeners.ts'
import type {
  BatchPicture,
  BatchRecord,
  BatchStore,
  ClaimedPicture,
  NewBatch,
  StoredBatch,
} from '../../ports/batch-store.ts'
import type { Database, Query } from './database.ts'

type NewRow = Omit<NewBatch, 'operations'> & { operations: string }
type BatchRow = Omit<StoredBatch, 'operations'> & { operations: string }
type PictureRow = { number: number; picture: string; tries: number }
type RecordRow = { number: number; picture: string; findings: string }

const own = 'id, account_id AS "accountId", operations, callback_url AS "callbackUrl", created_ms AS "createdMs"'
const columns = `${own}, total, done, failed, ended_ms AS "endedMs", is_cancelled AS "isCancelled",
  waits_until_ms AS "waitsUntilMs", waits_for AS "waitsFor"`

/** The channel on which the database announces new batches. */
export const BATCHES_CHANNEL = 'lumafold_batches'
/** Number of batches, of up to 5,000 pictures each, that one statement deletes. */
const REMOVED_AT_ONCE = 5

/**
 * Batches in PostgreSQL, which any number of nodes process. A claim is the text in a picture's row, and ends with its
 * lease or that of its node, by the database's clock. The migration describes the order in which rows are locked.
 * `added` is to be called when the database announces new batches.
 */
export function batchRows(database: Database, nodeId: () => Promise<string>): { store: BatchStore; added: () => void } {
  const listeners = new Listeners()
  const store = {
    ...adder(database),
    ...reader(database),
    ...claimer(database, nodeId),
    ...returner(database),
    ...settler(database),
    onAdded: (listener: () => void) => listeners.add(listener),
  }
  return { store, added: () => listeners.tell() }
}

function adder(database: Database): Pick<BatchStore, 'add' | 'cancel' | 'removeAccount'> {
  return {
    add: ({ id, accountId, operations, callbackUrl, createdMs }, pictures, maxOpen) =>
      database.transaction(async (run) => {
        await run('INSERT INTO batch_turns (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId])
        await run('SELECT turn FROM batch_turns WHERE account_id = $1 FOR NO KEY UPDATE', [accountId])
        const added = await run(
          `INSERT INTO batches (id, account_id, operations, callback_url, created_ms, total)
           SELECT $1, $2, $3, $4, $5, $6
           WHERE (SELECT count(*) FROM batches WHERE account_id = $2 AND ended_ms IS NULL) < $7 RETURNING id`,
          [id, accountId, JSON.stringify(operations), callbackUrl, createdMs, pictures.length, maxOpen],
        )
        if (added.length === 0) return false
        await run(
          `INSERT INTO batch_pictures (batch, number, picture)
           SELECT $1, place - 1, picture FROM unnest($2::text[]) WITH ORDINALITY AS list (picture, place)`,
          [id, pictures.map((picture) => JSON.stringify(picture))],
        )
        return true
      }),
    cancel: (accountId, id, nowMs) =>
      database.transaction(async (run) => {
        const ended = await run(
          `UPDATE batches SET ended_ms = $3, is_cancelled = true
           WHERE account_id = $1 AND id = $2 AND ended_ms IS NULL RETURNING id`,
          [accountId, id, nowMs],
        )
        if (ended.length > 0) await run('DELETE FROM batch_pictures WHERE batch = $1 AND findings IS NULL', [id])
        return ended.length > 0
      }),
    removeAccount: (accountId) =>
      database.transaction(async (run) => {
        await run('DELETE FROM batch_turns WHERE account_id = $1', [accountId])
        await lockBatches(run, accountId)
        await run('DELETE FROM batches WHERE account_id = $1', [accountId])
      }),
  }
}

function reader({ repeat }: Database): Pick<BatchStore, 'find' | 'list' | 'records'> {
  return {
    find: async (accountId, id) => {
      const [row] = await repeat<BatchRow>(`SELECT ${columns} FROM batches WHERE account_id = $1 AND id = $2`, [
        accountId,
        id,
      ])
      return row && toBatch(row)
    },
    list: async (accountId) =>
      (
        await repeat<BatchRow>(
          `SELECT ${columns} FROM batches WHERE account_id = $1 ORDER BY created_ms DESC, id COLLATE "C"`,
          [accountId],
        )
      ).map(toBatch),
    records: async (batchId, from, limit) =>
      (
        await repeat<RecordRow>(
          `SELECT number, picture, findings FROM batch_pictures
           WHERE batch = $1 AND number >= $2::bigint AND findings IS NOT NULL
             AND number < coalesce(
               (SELECT min(number) FROM batch_pictures WHERE batch = $1 AND findings IS NULL), 1000000000)
           ORDER BY number LIMIT $3`,
          [batchId, from, limit],
        )
      ).map(toRecord),
  }
}

/** Claims pictures. If a connection breaks meanwhile, the picture may be claimed: it is free again after its lease. */
function claimer({ query }: Database, nodeId: () => Promise<string>): Pick<BatchStore, 'claim' | 'finish'> {
  return {
    claim: async ({ claim, nowMs, leaseMs }) => {
      const [row] = await query<NewRow & PictureRow>(
        `SELECT ${own}, number, picture, tries FROM claim_batch_picture($1, $2, $3, $4)`,
        [claim, nowMs, leaseMs, await nodeId()],
      )
      if (row === undefined) return undefined
      const { number, picture, tries, operations, ...batch } = row
      return {
        batch: { ...batch, operations: JSON.parse(operations) as BatchOperations },
        number,
        picture: JSON.parse(picture) as BatchPicture,
        claim,
        tries,
      }
    },
    finish: async ({ batch, number, claim }, findings, nowMs) => {
      const hasFailed = Object.keys(findings.errors).length > 0
      const [row] = await query<{ isKept: boolean }>(
        'SELECT finish_batch_picture($1, $2, $3, $4, $5, $6) AS "isKept"',
        [batch.id, number, claim, JSON.stringify(findings), hasFailed, nowMs],
      )
      return row!.isKept
    },
  }
}

/** Returns pictures. */
function returner(database: Database): Pick<BatchStore, 'putBack' | 'wait' | 'releaseAll'> {
  const giveBack = (run: Query, { batch, number, claim }: ClaimedPicture, atMs: number, untried: 0 | 1) =>
    run(
      `UPDATE batch_pictures SET claim = NULL, leased_until = NULL, free_ms = $4, tries = tries - $5
       WHERE batch = $1 AND number = $2 AND claim = $3`,
      [batch.id, number, claim, atMs, untried],
    )
  return {
    putBack: async (claimed, notBeforeMs, how) =>
      void (await giveBack(database.repeat, claimed, notBeforeMs, how === 'untried' ? 1 : 0)),
    wait: (claimed, untilMs, reason) =>
      database.transaction(async (run) => {
        const { accountId } = claimed.batch
        await lockBatches(run, accountId)
        await giveBack(run, claimed, 0, 1)
        await run('UPDATE batches SET waits_until_ms = $2, waits_for = $3 WHERE account_id = $1 AND ended_ms IS NULL', [
          accountId,
          untilMs,
          reason,
        ])
      }),
    // Other nodes may be running: pictures of a killed one are free when its lease ends.
    releaseAll: () => Promise.resolve(),
  }
}

/** Handles the ends of batches. */
function settler({ query, repeat }: Database): Pick<BatchStore, 'dueCallbacks' | 'markCalled' | 'removeEndedBefore'> {
  return {
    dueCallbacks: (limit) =>
      query<{ id: string; accountId: string; url: string }>(
        `UPDATE batches SET telling_until = clock_timestamp() + interval '1 minute' WHERE id IN (
           SELECT id FROM batches
           WHERE ended_ms IS NOT NULL AND callback_url IS NOT NULL AND NOT is_told
             AND (telling_until IS NULL OR telling_until <= clock_timestamp())
           ORDER BY ended_ms LIMIT $1 FOR UPDATE SKIP LOCKED
         ) RETURNING id, account_id AS "accountId", callback_url AS url`,
        [limit],
      ),
    markCalled: async (id) => void (await repeat('UPDATE batches SET is_told = true WHERE id = $1', [id])),
    removeEndedBefore: async (timeMs) => {
      for (;;) {
        const removed = await repeat(
          `DELETE FROM batches WHERE id IN (
             SELECT id FROM batches WHERE ended_ms < $1 ORDER BY ended_ms LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`,
          [timeMs, REMOVED_AT_ONCE],
        )
        if (removed.length === 0) return
      }
    },
  }
}

/** Locks in the order that all use, so that there is no deadlock. */
const lockBatches = (run: Query, accountId: string) =>
  run('SELECT id FROM batches WHERE account_id = $1 ORDER BY id FOR NO KEY UPDATE', [accountId])

const toBatch = ({ operations, ...row }: BatchRow): StoredBatch => ({
  ...row,
  operations: JSON.parse(operations) as BatchOperations,
})

const toRecord = ({ number, picture, findings }: RecordRow): BatchRecord => ({
  number,
  picture: JSON.parse(picture) as BatchPicture,
  findings: JSON.parse(findings) as BatchFindings,
})
