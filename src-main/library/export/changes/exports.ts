import { say } from '../../../contract/sentences/say.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'
import type { ExportPreset, ExportPresetId } from '../../../contract/library/export-preset.ts'
import { findPreset, writePreset } from '../rows/export-preset-store.ts'

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

type Preset = Omit<ExportPreset, 'id'>

/** Saves the settings of an export under a name, or removes them. */
type ChangePreset = { kind: 'export-preset'; id: ExportPresetId; name: string; preset: Preset | null }

/** The state is the complete preset. */
export const exportPreset: ChangeKind<ChangePreset, Preset | null> = {
  kind: 'export-preset',
  subject: 'library',
  announces: () => ['export-presets.changed'],
  given: (_context, { preset }) => preset,
  read: ({ db }, { id }, ids) => [{ state: stateOf(findPreset(db, id)), ids }],
  write: ({ db }, { id }, _ids, state) => writePreset(db, id, state),
  describe: ({ name, preset }) => say(preset === null ? 'changes.presetRemoved' : 'changes.presetSaved', { name }),
  photosOf: () => 0,
}

const stateOf = (found: ExportPreset | null): Preset | null =>
  found === null ? null : { name: found.name, settings: found.settings }
