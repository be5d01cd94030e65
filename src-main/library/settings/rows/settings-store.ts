import { Settings } from '../../../contract/library/settings.ts'

import type { Context } from '../../catalog/context/context.ts'

export type SettingsStore = {
  get(): Settings
  set(change: Partial<Settings>): Settings
  /** Small values of the program's own, such as a watcher's snapshot path or whether the queue is paused. */
  getState(key: string): string | null
  setState(key: string, value: string | null): void
}

/** What the person chose, and small values of the program's own. */
export function createSettingsStore({ db, write }: Pick<Context, 'db' | 'write'>): SettingsStore {
  const all = db.prepare<[], string>('SELECT json_group_object(key, json(value)) FROM settings').pluck()
  const put = db.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)')
  const state = db.prepare<[string], string>('SELECT value FROM program_state WHERE key = ?').pluck()
  const putState = db.prepare('INSERT OR REPLACE INTO program_state (key, value) VALUES (?, ?)')
  const removeState = db.prepare('DELETE FROM program_state WHERE key = ?')
  let parsed: { text: string; settings: Settings } | null = null
  // Pages of tiles, pictures and searches all ask: what the rows say is validated once, until they say something else.
  const get = (): Settings => {
    const text = all.get() ?? '{}'
    if (parsed?.text !== text) parsed = { text, settings: Object.freeze(Settings.parse(JSON.parse(text))) }
    return parsed.settings
  }
  return {
    get,
    set: (change) => {
      const next = Settings.parse({ ...get(), ...change })
      write(() => Object.entries(next).forEach(([key, value]) => put.run(key, JSON.stringify(value))))
      return next
    },
    getState: (key) => state.get(key) ?? null,
    setState: (key, value) => void (value === null ? removeState.run(key) : putState.run(key, value)),
  }
}
