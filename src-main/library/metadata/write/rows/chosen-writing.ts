import type { MetadataWriting } from '../../../../contract/library/settings.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'

/** What is still to be noted after a choice: photos above `afterId`; with `isNamed` only those with named faces. */
type Rest = { afterId: number; isTakenBack: boolean; isNamed?: boolean }

const REST = 'metadata.rest'

/** The person's choice of where work is written. */
export const writingOf = (db: Db): MetadataWriting =>
  JSON.parse(
    db.prepare<[], string>("SELECT value FROM settings WHERE key = 'metadataWriting'").pluck().get() ?? '"off"',
  ) as MetadataWriting

/**
 * Writes work to another place from now on. The affected photos are noted piece by piece, in the background. With
 * `isTakenBack`, what was written to a former place is removed there.
 */
export function chooseWriting(db: Db, mode: MetadataWriting, { isTakenBack }: { isTakenBack: boolean }): void {
  db.prepare("INSERT OR REPLACE INTO settings (key, value) VALUES ('metadataWriting', ?)").run(JSON.stringify(mode))
  putRest(db, mode === 'off' && !isTakenBack ? null : { afterId: 0, isTakenBack })
}

/** Writes photos with named faces again, noted in the same way; does nothing while nothing is written anywhere. */
export function chooseNames(db: Db): void {
  if (writingOf(db) === 'off') return
  // A running choice covers all photos with work, these included.
  putRest(db, { ...(remainderOf(db) ?? { isTakenBack: false, isNamed: true }), afterId: 0 })
}

/** What is still to be noted; null if all is. */
export function remainderOf(db: Db): Rest | null {
  const text = db.prepare<[string], string>('SELECT value FROM program_state WHERE key = ?').pluck().get(REST)
  return text === undefined ? null : (JSON.parse(text) as Rest)
}

export function putRest(db: Db, rest: Rest | null): void {
  if (rest === null) db.prepare('DELETE FROM program_state WHERE key = ?').run(REST)
  else db.prepare('INSERT OR REPLACE INTO program_state (key, value) VALUES (?, ?)').run(REST, JSON.stringify(rest))
}
