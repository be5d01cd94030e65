import { say } from '../../../contract/sentences/say.ts'
import type { ExportPreset, ExportPresetId } from '../../../contract/library/export-preset.ts'
import { findPreset, writePreset } from '../rows/export-preset-store.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

type Preset = Omit<ExportPreset, 'id'>

/** Saves the settings of an export under a name, or removes them. */
export type ChangePreset = { kind: 'export-preset'; id: ExportPresetId; name: string; preset: Preset | null }

/** The one id of such a change: its preset is named by the change itself. */
export const EXPORT_PRESET_IDS: readonly number[] = [0]

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
