import type { Db } from '../../../base/sqlite/connect.ts'

/** Photo numbers that may have been given after the last one that is known. */
const SPARE_NUMBERS = 100_000

/** Raises the number that a table gave last, so that it gives none of the earlier ones again. */
export function raiseSequence(db: Db, table: 'edits' | 'changes' | 'photos', last: number): void {
  const { changes } = db.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?').run(last, table)
  if (changes === 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, last)
}

/**
 * Numbers of photos are never given twice, also where the catalogue went back to a time when fewer were given: pictures
 * that a window keeps, and edits, go by them.
 */
export function sparePhotoNumbers(db: Db, given: number): void {
  raiseSequence(db, 'photos', given)
  db.prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'photos'").run(SPARE_NUMBERS)
}
