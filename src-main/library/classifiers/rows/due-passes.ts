import type { Db } from '../../../base/sqlite/connect.ts'

/** A pass of a classifier over all photos that is not done; its number is another one each time that it is saved. */
export type DuePass = { number: number; id: string }

/** Call inside the transaction that saves the classifier. */
export const notePass = (db: Db, id: string): void =>
  void db.prepare('INSERT OR REPLACE INTO due_passes (classifier_id) VALUES (?)').run(id)

/** Those that are not done, in the order in which they came. */
export const duePasses = (db: Db): DuePass[] =>
  db.prepare<[], DuePass>('SELECT number, classifier_id AS id FROM due_passes ORDER BY number').all()

/** A pass is done; a classifier that was saved meanwhile still has one before it. */
export const finishPass = (db: Db, number: number): void =>
  void db.prepare('DELETE FROM due_passes WHERE number = ?').run(number)
