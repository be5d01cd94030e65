import { keepText } from '../../catalog/codecs/kept-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { Rectangle, Size } from '../../../contract/analysis/cropping.ts'
import { AppError } from '../../../contract/errors.ts'
import type { CollisionAnswer, ExportFileState, ExportState, MovedCrop } from '../../../contract/library/export-job.ts'
import type { Context } from '../../catalog/context/context.ts'
import { createExportFiles, type ExportFiles } from './export-files.ts'
import { type JobRow, type KeptJob, toJob } from './export-rows.ts'

export type NewJob = Pick<KeptJob, 'id' | 'title' | 'target' | 'settings' | 'album'> & { crops: readonly MovedCrop[] }

/** Exports and their files, stored so that they survive the program. */
export type ExportStore = {
  add(job: NewJob): KeptJob
  /** Throws `job-not-found`. */
  get(id: string): KeptJob
  /** The newest first. */
  list(limit: number): KeptJob[]
  /** Jobs in these states, the oldest first. */
  inStates(states: readonly ExportState[]): KeptJob[]
  setState(number: number, state: ExportState, problem?: Text | null): void
  /**
   * Jobs that were running when the program ended become interrupted; those whose files were not all listed are
   * deleted.
   */
  interruptRunning(): void
  /** Records photos of a job, each with `outputs` outputs; `isLast` completes the list. */
  addPhotos(number: number, ids: readonly number[], outputs: number, isLast: boolean): void
  /** The moved crops of a photo, by `1080x1350`. */
  crops(number: number, photoId: number): Map<string, Rectangle>
  /** Answers for files with a taken name, all or some; returns their number. */
  answer(number: number, { fileIds, answer }: Pick<CollisionAnswer, 'fileIds' | 'answer'>): number
  /** Makes failed files wait again. */
  retryFailed(number: number): void
  /** Begins the next run of a job: its files are another change of the history. */
  beginRun(number: number): void
  /** The number of files that it wrote in a run and that still exist as far as it knows. */
  writtenInRun(number: number, run: number): number
  /** Runs with existing files. */
  runsWithFiles(number: number): number[]
  /** The change of a run in the history that can be undone; null if there is none. */
  changeOf(id: string, run: number): number | null
  forget(number: number): void
  counts(number: number): Map<ExportFileState, number>
  files: ExportFiles
}

const COLUMNS = `number, id, title, target, settings, album, state, problem, photos, is_listed, run, created_ms, ended_ms`
const over: readonly ExportState[] = ['cancelled', 'failed', 'done', 'undone', 'asking']

export function createExportStore(context: Context): ExportStore {
  const files = createExportFiles(context)
  return {
    files,
    counts: (number) => files.counts(number),
    ...jobCalls(context),
    ...stateCalls(context),
    ...listingCalls(context),
    ...answerCalls(context),
    ...runCalls(context),
  }
}

const findJob = (db: Context['db'], id: string): KeptJob => {
  const row = db.prepare<[string], JobRow>(`SELECT ${COLUMNS} FROM export_jobs WHERE id = ?`).get(id)
  if (row === undefined) throw new AppError('job-not-found', say('exports.notKnown'))
  return toJob(row)
}

const jobCalls = ({
  db,
  now,
  writeDurably,
}: Context): Pick<ExportStore, 'add' | 'get' | 'list' | 'inStates' | 'forget'> => ({
  add: ({ crops, ...job }) => {
    writeDurably(() => {
      const { lastInsertRowid } = db
        .prepare(
          `INSERT INTO export_jobs (id, title, target, settings, album, state, created_ms)
           VALUES (@id, @title, @target, @settings, @album, 'queued', @createdMs)`,
        )
        .run({ ...job, settings: JSON.stringify(job.settings), createdMs: now() })
      const insert = db.prepare('INSERT OR REPLACE INTO export_crops VALUES (?, ?, ?, ?, ?)')
      for (const { photoId, size, crop } of crops)
        insert.run(Number(lastInsertRowid), photoId, size.width, size.height, JSON.stringify(crop))
    })
    return findJob(db, job.id)
  },
  get: (id) => findJob(db, id),
  list: (limit) =>
    db
      .prepare<[number], JobRow>(`SELECT ${COLUMNS} FROM export_jobs ORDER BY number DESC LIMIT ?`)
      .all(limit)
      .map(toJob),
  inStates: (states) =>
    db
      .prepare<[string], JobRow>(
        `SELECT ${COLUMNS} FROM export_jobs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY number`,
      )
      .all(JSON.stringify(states))
      .map(toJob),
  forget: (number) => void writeDurably(() => db.prepare('DELETE FROM export_jobs WHERE number = ?').run(number)),
})

const stateCalls = ({ db, now, write, writeDurably }: Context): Pick<ExportStore, 'setState' | 'interruptRunning'> => ({
  setState: (number, state, problem = null) =>
    writeDurably(() =>
      db
        .prepare('UPDATE export_jobs SET state = ?, problem = ?, ended_ms = ? WHERE number = ?')
        .run(state, keepText(problem), over.includes(state) ? now() : null, number),
    ),
  interruptRunning: () => {
    // Only if there is something to write: a damaged catalogue is opened too, and must not be written to.
    const unfinished = "SELECT EXISTS (SELECT 1 FROM export_jobs WHERE is_listed = 0 OR state = 'running')"
    if (db.prepare<[], number>(unfinished).pluck().get() !== 1) return
    write(() => {
      db.prepare('DELETE FROM export_jobs WHERE is_listed = 0').run()
      db.prepare("UPDATE export_jobs SET state = 'interrupted' WHERE state = 'running'").run()
    })
  },
})

const listingCalls = ({ db, write }: Context): Pick<ExportStore, 'addPhotos' | 'crops'> => ({
  addPhotos: (number, ids, outputs, isLast) =>
    write(() => {
      db.prepare(
        `INSERT INTO export_files (job, place, photo_id, output)
         SELECT j.number, j.photos + i.key, i.value, o.value
         FROM json_each(@ids) i, json_each(@outputs) o, export_jobs j
         WHERE j.number = @number ORDER BY i.key, o.value`,
      ).run({
        number,
        ids: JSON.stringify(ids),
        outputs: JSON.stringify(Array.from({ length: outputs }, (_, i) => i)),
      })
      db.prepare('UPDATE export_jobs SET photos = photos + ?, is_listed = ? WHERE number = ?').run(
        ids.length,
        isLast ? 1 : 0,
        number,
      )
    }),
  crops: (number, photoId) =>
    new Map(
      db
        .prepare<[number, number], Size & { crop: string }>(
          'SELECT width, height, crop FROM export_crops WHERE job = ? AND photo_id = ?',
        )
        .all(number, photoId)
        .map(({ width, height, crop }) => [`${width}x${height}`, JSON.parse(crop) as Rectangle]),
    ),
})

const answerCalls = ({ db, write, writeDurably }: Context): Pick<ExportStore, 'answer' | 'retryFailed'> => ({
  answer: (number, { fileIds, answer }) =>
    writeDurably(
      () =>
        db
          .prepare(
            `UPDATE export_files SET state = 0, answer = @answer WHERE job = @number AND state = 5
               AND (@fileIds IS NULL OR id IN (SELECT value FROM json_each(@fileIds)))`,
          )
          .run({ number, answer, fileIds: fileIds === undefined ? null : JSON.stringify(fileIds) }).changes,
    ),
  retryFailed: (number) =>
    void write(() =>
      db
        .prepare("UPDATE export_files SET state = 0, reason = '', file = '', file_key = '' WHERE job = ? AND state = 4")
        .run(number),
    ),
})

const runCalls = ({
  db,
  write,
}: Context): Pick<ExportStore, 'beginRun' | 'writtenInRun' | 'runsWithFiles' | 'changeOf'> => ({
  beginRun: (number) =>
    void write(() => db.prepare('UPDATE export_jobs SET run = run + 1 WHERE number = ?').run(number)),
  writtenInRun: (number, run) =>
    db
      .prepare<[number, number], number>('SELECT count(*) FROM export_files WHERE job = ? AND state = 1 AND run = ?')
      .pluck()
      .get(number, run) ?? 0,
  runsWithFiles: (number) =>
    db
      .prepare<[number], number>('SELECT DISTINCT run FROM export_files WHERE job = ? AND state = 1 ORDER BY run')
      .pluck()
      .all(number),
  changeOf: (id, run) =>
    db
      .prepare<[string, number], number>(
        `SELECT id FROM changes WHERE kind = 'export-files' AND undone_ms IS NULL
           AND change ->> '$.jobId' = ? AND change ->> '$.run' = ?`,
      )
      .pluck()
      .get(id, run) ?? null,
})
