import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What the name of a keyword cannot say; its place in the tree is its name. Sets are lists of names, since a keyword
 * may have neither photos nor a row here.
 */
export const keywords: Migration = { version: 41, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE keywords (
  tag_id INTEGER PRIMARY KEY REFERENCES tags(id),
  synonyms TEXT NOT NULL, -- JSON
  color TEXT NOT NULL,
  is_exported INTEGER NOT NULL,
  exports_synonyms INTEGER NOT NULL
);
CREATE VIRTUAL TABLE keyword_text USING fts5(synonyms, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
CREATE TABLE keyword_sets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  keywords TEXT NOT NULL -- JSON
);
CREATE TABLE suggestion_feedback (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  is_right INTEGER NOT NULL,
  PRIMARY KEY (photo_id, tag_id)
) WITHOUT ROWID;
`
