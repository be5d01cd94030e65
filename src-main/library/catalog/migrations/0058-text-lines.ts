import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * The text in photos, and its words for searches. Triggers keep the words with their lines, however these are removed;
 * photos without text have no row.
 */
export const textLines: Migration = {
  version: 58,
  up: (db) =>
    void db.exec(`
CREATE TABLE text_lines (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  words TEXT NOT NULL,
  lines TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE line_text USING fts5(
  words,
  content='text_lines', content_rowid='photo_id', prefix='1 2 3', tokenize='unicode61 remove_diacritics 2'
);
CREATE TRIGGER text_lines_added AFTER INSERT ON text_lines
BEGIN INSERT INTO line_text (rowid, words) VALUES (new.photo_id, new.words); END;
CREATE TRIGGER text_lines_removed AFTER DELETE ON text_lines
BEGIN INSERT INTO line_text (line_text, rowid, words) VALUES ('delete', old.photo_id, old.words); END;
`),
}
