import type { Db } from '../../../base/sqlite/connect.ts'

/** Photo numbers that may have been used after the last known one. */
const SPARE_NUMBERS = 100_000

/** Raises the last number of a table, so that it uses none of the earlier ones again. */
export function raiseSequence(db: Db, table: 'edits' | 'changes' | 'photos', last: number): void {
  const { changes } = db.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?').run(last, table)
  if (changes === 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, last)
}

/**
 * Photo numbers are never reused, even if the catalogue was restored to an earlier state: windows cache pictures by
 * them, and edits refer to them.
 */
export function sparePhotoNumbers(db: Db, given: number): void {
  raiseSequence(db, 'photos', given)
  db.prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'photos'").run(SPARE_NUMBERS)
}
