import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { ExportPreset, ExportPresetId } from '../../../contract/library/export-preset.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { parseSettings } from './export-rows.ts'
import { foldText } from '../../../contract/fold-text.ts'

/** Settings of exports under names; changes go through `catalog.changes`. */
export type ExportPresetStore = {
  /** By name. */
  list(): ExportPreset[]
  /** Throws `bad-params` for an unknown id. */
  get(id: ExportPresetId): ExportPreset
  /** By its name, ignoring case; null if there is none. */
  find(name: string): ExportPreset | null
  /** A number that no preset ever had. */
  newId(): ExportPresetId
  /** Throws `bad-params` if another preset has this name. */
  requireFreeName(name: string, except?: ExportPresetId): void
}

type Row = { id: number; name: string; settings: string }

const inWords = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function createExportPresetStore({ db }: { db: Db }): ExportPresetStore {
  const list = () =>
    db
      .prepare<[], Row>('SELECT id, name, settings FROM export_presets')
      .all()
      .map(toPreset)
      .sort((a, b) => inWords.compare(a.name, b.name) || a.id - b.id)
  const find = (name: string) => list().find((each) => foldText(each.name) === foldText(name.trim())) ?? null
  return {
    list,
    find,
    get: (id) => {
      const found = findPreset(db, id)
      if (found === null) throw new AppError('bad-params', say('unknown.thing', { thing: 'preset', id }))
      return found
    },
    newId: () =>
      1 + (db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'export_presets'").pluck().get() ?? 0),
    requireFreeName: (name, except) => {
      const other = find(name)
      if (other !== null && other.id !== except)
        throw new AppError('bad-params', say('exports.presetTaken', { name: other.name }))
    },
  }
}

export function findPreset(db: Db, id: ExportPresetId): ExportPreset | null {
  const row = db.prepare<[number], Row>('SELECT id, name, settings FROM export_presets WHERE id = ?').get(id)
  return row === undefined ? null : toPreset(row)
}

/** Writes or deletes the preset with an id. */
export function writePreset(db: Db, id: ExportPresetId, preset: Omit<ExportPreset, 'id'> | null): void {
  if (preset === null) return void db.prepare('DELETE FROM export_presets WHERE id = ?').run(id)
  db.prepare('INSERT OR REPLACE INTO export_presets (id, name, settings) VALUES (?, ?, ?)').run(
    id,
    preset.name,
    JSON.stringify(preset.settings),
  )
}

const toPreset = ({ id, name, settings }: Row): ExportPreset => ({
  id,
  name,
  settings: parseSettings(settings),
})
