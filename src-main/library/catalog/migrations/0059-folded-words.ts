import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Full text holds words as `fullTextWords` writes them, and SQLite only separates them at spaces: its own folding knew
 * Latin letters alone. The tables are filled when the library is opened (`metadata/rows/renew-full-text.ts`).
 */
export const foldedWords: Migration = {
  version: 59,
  up: (db) =>
    void db.exec(`
DROP TRIGGER text_lines_added;
DROP TRIGGER text_lines_removed;
DROP TABLE photo_text;
DROP TABLE tag_text;
DROP TABLE folder_text;
DROP TABLE keyword_text;
DROP TABLE line_text;
CREATE VIRTUAL TABLE photo_text USING fts5(
  name, title, caption, camera, place, creator,
  content='', contentless_delete=1, prefix='1 2 3', tokenize='ascii'
);
CREATE VIRTUAL TABLE tag_text USING fts5(name, synonyms, prefix='1 2 3', tokenize='ascii');
CREATE VIRTUAL TABLE folder_text USING fts5(name, prefix='1 2 3', tokenize='ascii');
CREATE VIRTUAL TABLE keyword_text USING fts5(synonyms, prefix='1 2 3', tokenize='ascii');
CREATE VIRTUAL TABLE line_text USING fts5(
  words,
  content='text_lines', content_rowid='photo_id', prefix='1 2 3', tokenize='ascii'
);
CREATE TRIGGER text_lines_added AFTER INSERT ON text_lines
BEGIN INSERT INTO line_text (rowid, words) VALUES (new.photo_id, new.words); END;
CREATE TRIGGER text_lines_removed AFTER DELETE ON text_lines
BEGIN INSERT INTO line_text (line_text, rowid, words) VALUES ('delete', old.photo_id, old.words); END;
`),
}
