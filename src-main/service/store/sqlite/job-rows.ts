import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'

/** A stored job; `dueMs` in milliseconds since 1970. */
export type JobRow = {
  id: number
  queue: string
  key: string
  owner: string | null
  data: string
  attempt: number
  failures: number
  dueMs: number
}

const columns = 'id, queue, job_key AS key, owner, data, attempt, failures, due_ms AS dueMs'

export type JobRows = ReturnType<typeof jobRows>

/** Jobs of a single-process service. */
export function jobRows(db: Db) {
  const add = db.prepare(`
    INSERT INTO jobs (queue, job_key, owner, data, due_ms) VALUES (@queue, @key, @owner, @data, @dueMs)
    ON CONFLICT (queue, job_key, is_taken) DO NOTHING`)
  /** Waiting jobs of a queue, except those whose key has an active job. */
  const startable = `FROM jobs AS waiting WHERE queue = ? AND is_taken = 0 AND NOT EXISTS (
    SELECT 1 FROM jobs WHERE queue = waiting.queue AND job_key = waiting.job_key AND is_taken = 1)`
  const nextDue = db.prepare<[string, number], JobRow>(
    `SELECT ${columns} ${startable} AND due_ms <= ? ORDER BY due_ms, id LIMIT 1`,
  )
  const nextAt = db.prepare<[string], number | null>(`SELECT min(due_ms) ${startable}`).pluck()
  const markTaken = db.prepare('UPDATE jobs SET is_taken = 1 WHERE id = ?')
  const remove = db.prepare('DELETE FROM jobs WHERE id = ?')
  const taken = db.prepare<[], JobRow>(`SELECT ${columns} FROM jobs WHERE is_taken = 1`)
  const cancel = db.prepare('DELETE FROM jobs WHERE queue = ? AND owner = ? AND is_taken = 0')

  const take = db.transaction((queue: string, now: number): JobRow | undefined => {
    const row = nextDue.get(queue, now)
    if (row !== undefined) markTaken.run(row.id)
    return row
  })
  const giveBack = giver(db)
  return {
    /** False if one with its key already waits. On the disk when this returns. */
    add: (job: Pick<JobRow, 'queue' | 'key' | 'owner' | 'data' | 'dueMs'>): boolean =>
      durably(db, () => add.run(job).changes > 0),
    /** The next due job of a queue, marked as taken. */
    take: (queue: string, now: number): JobRow | undefined => take.immediate(queue, now),
    /** When the next delayed job is due; null if there is none. */
    nextAt: (queue: string): number | null => nextAt.get(queue) ?? null,
    remove: (id: number): void => void remove.run(id),
    giveBack: (row: Pick<JobRow, 'id' | 'dueMs' | 'attempt' | 'failures'>): void => giveBack.immediate(row),
    /** Active jobs; at the start, those that an earlier process left. */
    taken: (): JobRow[] => taken.all(),
    /** Removes the waiting jobs of an owner. */
    cancel: (queue: string, owner: string): void => void cancel.run(queue, owner),
  }
}

/** Returns a job to its queue; if one with its key already waits, that replaces it and inherits its failures. */
function giver(db: Db) {
  const putBack = db.prepare(
    `UPDATE OR IGNORE jobs SET is_taken = 0, due_ms = @dueMs, attempt = @attempt, failures = @failures WHERE id = @id`,
  )
  const keepFailures = db.prepare(
    `UPDATE jobs SET failures = max(failures, @failures)
     WHERE is_taken = 0 AND (queue, job_key) = (SELECT queue, job_key FROM jobs WHERE id = @id)`,
  )
  const removeTaken = db.prepare('DELETE FROM jobs WHERE id = ? AND is_taken = 1')
  return db.transaction((row: Pick<JobRow, 'id' | 'dueMs' | 'attempt' | 'failures'>) => {
    putBack.run(row)
    keepFailures.run({ id: row.id, failures: row.failures })
    removeTaken.run(row.id)
  })
}
