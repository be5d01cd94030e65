import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Classifiers that have not gone through all photos since they were saved, so that a pass which is cut off goes on when
 * the library is opened again: nobody noted that before, so every classifier goes through them once more. And answers to
 * suggestions are found by their tag.
 */
export const passesAndAnswers: Migration = { version: 48, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE due_passes (
  number INTEGER PRIMARY KEY AUTOINCREMENT, -- another one each time that the classifier is saved
  classifier_id TEXT NOT NULL UNIQUE REFERENCES taggers(id) ON DELETE CASCADE
) STRICT;
INSERT INTO due_passes (classifier_id) SELECT id FROM taggers ORDER BY id;
CREATE INDEX suggestion_feedback_tag ON suggestion_feedback (tag_id, is_right);
`
