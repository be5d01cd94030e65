import { keepText, readText } from '../../catalog/codecs/kept-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { ExportFileState } from '../../../contract/library/export-job.ts'
import type { Context } from '../../catalog/context/context.ts'
import { fileKey, type FileRow, type KeptFile, numberOfState, stateOfNumber, toFile } from './export-rows.ts'

/** The files of jobs. */
export type ExportFiles = {
  /** Waiting files of a job, after one of them and in their order, at most `limit`. */
  waiting(job: number, after: number, limit: number): KeptFile[]
  page(
    job: number,
    states: readonly ExportFileState[] | undefined,
    { offset, limit }: { offset: number; limit: number },
  ): { total: number; files: KeptFile[] }
  counts(job: number): Map<ExportFileState, number>
  reasons(job: number): { state: ExportFileState; reason: Text | null; count: number }[]
  /**
   * Records the name and hash of a file that is about to be written: a later run recognises it by its hash after an
   * interruption.
   */
  begin(id: number, file: string, hash: string): void
  /** The outcome of a file; `run` is given if it was written. */
  settle(
    id: number,
    outcome: { state: ExportFileState; file?: string; reason?: Text | null; run?: number | null },
  ): void
  /** The same for all waiting files of a job. */
  settleWaiting(
    job: number,
    outcome: { state: ExportFileState; file?: string; hash?: string; reason?: Text | null; run?: number },
  ): void
  /** Whether the job gave this name to another file, or is about to. */
  isOwnName(job: number, file: string, except: number): boolean
  /** Files of one run that were written and not removed, after an id. */
  writtenOf(job: number, run: number, after: number, limit: number): KeptFile[]
}

const COLUMNS = 'id, place, photo_id, output, state, file, reason, answer, hash'

export const createExportFiles = (context: Pick<Context, 'db' | 'write'>): ExportFiles => ({
  ...readCalls(context),
  ...writeCalls(context),
})

type Reads = 'waiting' | 'page' | 'counts' | 'reasons' | 'isOwnName' | 'writtenOf'

function readCalls({ db }: Pick<Context, 'db'>): Pick<ExportFiles, Reads> {
  const own = db.prepare<[number, string, number]>(
    // the index of names omits empty ones; SQLite uses it only if the query does, too
    `SELECT 1 FROM export_files INDEXED BY export_files_name
     WHERE job = ? AND file_key = ? AND file_key <> '' AND state IN (0, 1) AND id <> ?`,
  )
  const waiting = db.prepare<[number, number, number], FileRow>(
    `SELECT ${COLUMNS} FROM export_files WHERE job = ? AND state = 0 AND id > ? ORDER BY id LIMIT ?`,
  )
  const written = db.prepare<[number, number, number, number], FileRow>(
    `SELECT ${COLUMNS} FROM export_files WHERE job = ? AND state = 1 AND run = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  const counts = db
    .prepare<[number], [number, number]>('SELECT state, count(*) FROM export_files WHERE job = ? GROUP BY state')
    .raw()
  const reasons = db.prepare<[number], { state: number; reason: string; count: number }>(
    `SELECT state, reason, count(*) AS count FROM export_files WHERE job = ? AND reason <> ''
     GROUP BY state, reason ORDER BY count DESC LIMIT 1000`,
  )
  return {
    waiting: (job, after, limit) => waiting.all(job, after, limit).map(toFile),
    page: (job, states, part) => pageOf(db, job, states, part),
    counts: (job) => new Map(counts.all(job).map(([state, count]) => [stateOfNumber(state), count])),
    reasons: (job) =>
      reasons
        .all(job)
        .map(({ state, reason, count }) => ({ state: stateOfNumber(state), reason: readText(reason), count })),
    isOwnName: (job, file, except) => own.get(job, fileKey(file), except) !== undefined,
    writtenOf: (job, run, after, limit) => written.all(job, run, after, limit).map(toFile),
  }
}

function writeCalls({ db, write }: Pick<Context, 'db' | 'write'>): Omit<ExportFiles, Reads> {
  const settle = db.prepare(
    `UPDATE export_files SET state = @state, file = coalesce(@file, file), file_key = coalesce(@key, file_key),
       reason = @reason, run = coalesce(@run, run) WHERE id = @id`,
  )
  const settleWaiting = db.prepare(
    `UPDATE export_files SET state = @state, file = @file, file_key = @key, hash = @hash, reason = @reason,
       run = @run WHERE job = @job AND state = 0`,
  )
  const begin = db.prepare('UPDATE export_files SET file = ?, file_key = ?, hash = ? WHERE id = ?')
  return {
    begin: (id, file, hash) => void write(() => begin.run(file, fileKey(file), hash, id)),
    settle: (id, { state, file, reason = null, run = null }) => {
      const named = file === undefined ? { file: null, key: null } : { file, key: fileKey(file) }
      write(() => settle.run({ id, state: numberOfState(state), ...named, reason: keepText(reason), run }))
    },
    settleWaiting: (job, { state, file = '', hash = '', reason = null, run = 0 }) =>
      void write(() =>
        settleWaiting.run({
          job,
          state: numberOfState(state),
          file,
          key: fileKey(file),
          hash,
          reason: keepText(reason),
          run,
        }),
      ),
  }
}

function pageOf(
  db: Context['db'],
  job: number,
  states: readonly ExportFileState[] | undefined,
  { offset, limit }: { offset: number; limit: number },
): { total: number; files: KeptFile[] } {
  const wanted = states === undefined ? null : JSON.stringify(states.map(numberOfState))
  const where = 'job = @job AND (@wanted IS NULL OR state IN (SELECT value FROM json_each(@wanted)))'
  const total = db
    .prepare<[object], number>(`SELECT count(*) FROM export_files WHERE ${where}`)
    .pluck()
    .get({ job, wanted })
  const rows = db
    .prepare<[object], FileRow>(
      `SELECT ${COLUMNS} FROM export_files WHERE ${where} ORDER BY id LIMIT @limit OFFSET @offset`,
    )
    .all({ job, wanted, limit, offset })
  return { total: total ?? 0, files: rows.map(toFile) }
}
