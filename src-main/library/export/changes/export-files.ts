import { say } from '../../../contract/sentences/say.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/**
 * Writes files into a folder: one run of an export. It is noted once they are written; an undo removes the files
 * afterwards, outside the catalogue.
 */
type WriteExport = { kind: 'export-files'; jobId: string; run: number; files: number; target: string }

/** The state is whether the files of the run exist. */
export const exportFiles: ChangeKind<WriteExport, boolean> = {
  kind: 'export-files',
  subject: 'library',
  noRedo: 'errors.exportAgain',
  announces: () => [], // its files are no photos of the library
  afterUndo: (change, { undoExport }) => undoExport(change),
  given: () => true,
  read: ({ db }, { jobId, run }, ids) => [
    {
      state:
        db.prepare<[string, number]>('SELECT 1 FROM export_runs WHERE job_id = ? AND run = ?').get(jobId, run) !==
        undefined,
      ids,
    },
  ],
  write: ({ db }, { jobId, run }, _ids, isThere) =>
    void db
      .prepare(
        isThere
          ? 'INSERT OR IGNORE INTO export_runs (job_id, run) VALUES (?, ?)'
          : 'DELETE FROM export_runs WHERE job_id = ? AND run = ?',
      )
      .run(jobId, run),
  describe: ({ files, target }) => say('changes.exported', { files, target }),
  photosOf: ({ files }) => files,
}
