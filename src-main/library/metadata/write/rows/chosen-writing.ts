import type { MetadataWriting } from '../../../../contract/library/settings.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'

/** What is still to be noted after a choice: photos above `afterId`; with `isNamed` only those with named faces. */
type Rest = { afterId: number; isTakenBack: boolean; isNamed?: boolean }

const REST = 'metadata.rest'

/** Where a person's work is written, as they chose. */
export const writingOf = (db: Db): MetadataWriting =>
  JSON.parse(
    db.prepare<[], string>("SELECT value FROM settings WHERE key = 'metadataWriting'").pluck().get() ?? '"off"',
  ) as MetadataWriting

/**
 * Has work written elsewhere from now on. Which photos that is about is noted piece by piece, in the background; with
 * `isTakenBack` what stands where nothing is to be written any more goes from there.
 */
export function chooseWriting(db: Db, mode: MetadataWriting, { isTakenBack }: { isTakenBack: boolean }): void {
  db.prepare("INSERT OR REPLACE INTO settings (key, value) VALUES ('metadataWriting', ?)").run(JSON.stringify(mode))
  putRest(db, mode === 'off' && !isTakenBack ? null : { afterId: 0, isTakenBack })
}

/** Has photos with named faces written again, noted in the same way; nothing while nothing is written anywhere. */
export function chooseNames(db: Db): void {
  if (writingOf(db) === 'off') return
  // A choice that is being followed is about all photos with work on them, these among them.
  putRest(db, { ...(remainderOf(db) ?? { isTakenBack: false, isNamed: true }), afterId: 0 })
}

/** What is still to be noted; null where all is. */
export function remainderOf(db: Db): Rest | null {
  const text = db.prepare<[string], string>('SELECT value FROM program_state WHERE key = ?').pluck().get(REST)
  return text === undefined ? null : (JSON.parse(text) as Rest)
}

export function putRest(db: Db, rest: Rest | null): void {
  if (rest === null) db.prepare('DELETE FROM program_state WHERE key = ?').run(REST)
  else db.prepare('INSERT OR REPLACE INTO program_state (key, value) VALUES (?, ?)').run(REST, JSON.stringify(rest))
}
