import type { Db } from '../../../../base/sqlite/connect.ts'

const KEY = 'restored'

/** Notes in a catalogue that it is a restored backup, which explains why it is older than the edits journal. */
export function noteRestored(db: Db): void {
  db.prepare("INSERT OR REPLACE INTO program_state (key, value) VALUES (?, 'true')").run(KEY)
}

/** Whether that was noted; clears the note. */
export function takeRestoredNote(db: Db): boolean {
  return db.prepare('DELETE FROM program_state WHERE key = ?').run(KEY).changes > 0
}
