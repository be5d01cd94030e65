import type { Db } from '../../../base/sqlite/connect.ts'

/** An unfinished run of a classifier over all photos; each save gives it a new number. */
export type DueRun = { number: number; id: string }

/** Call inside the transaction that saves the classifier. */
export const noteRun = (db: Db, id: string): void =>
  void db.prepare('INSERT OR REPLACE INTO due_passes (classifier_id) VALUES (?)').run(id)

/** Unfinished runs, in order of arrival. */
export const dueRuns = (db: Db): DueRun[] =>
  db.prepare<[], DueRun>('SELECT number, classifier_id AS id FROM due_passes ORDER BY number').all()

/** Finishes a run; a classifier that was saved in the meantime still has another one. */
export const finishRun = (db: Db, number: number): void =>
  void db.prepare('DELETE FROM due_passes WHERE number = ?').run(number)
