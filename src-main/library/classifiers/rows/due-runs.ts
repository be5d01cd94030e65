import type { Db } from '../../../base/sqlite/connect.ts'

/** A pass of a classifier over all photos that is not done; its number is another one each time that it is saved. */
export type DueRun = { number: number; id: string }

/** Call inside the transaction that saves the classifier. */
export const noteRun = (db: Db, id: string): void =>
  void db.prepare('INSERT OR REPLACE INTO due_passes (classifier_id) VALUES (?)').run(id)

/** Those that are not done, in the order in which they came. */
export const dueRuns = (db: Db): DueRun[] =>
  db.prepare<[], DueRun>('SELECT number, classifier_id AS id FROM due_passes ORDER BY number').all()

/** A pass is done; a classifier that was saved meanwhile still has one before it. */
export const finishRun = (db: Db, number: number): void =>
  void db.prepare('DELETE FROM due_passes WHERE number = ?').run(number)
