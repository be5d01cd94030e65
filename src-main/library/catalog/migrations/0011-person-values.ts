import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Label, pick, title and caption as a person gives them. They win over what the file says; `is_labelled` and
 * `is_picked` say whether the person gave a value. Texts stand in a table of their own, which is short.
 */
export const personValues: Migration = { version: 11, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE photos ADD COLUMN label TEXT NOT NULL DEFAULT '';
ALTER TABLE photos ADD COLUMN is_labelled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE photos ADD COLUMN pick INTEGER NOT NULL DEFAULT 0; -- -1 rejected, 0 neither, 1 picked
ALTER TABLE photos ADD COLUMN is_picked INTEGER NOT NULL DEFAULT 0;
CREATE TABLE person_texts (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  title TEXT, -- NULL where the person gave none, and the file's counts
  caption TEXT
);
UPDATE photos SET label = m.data ->> '$.label' FROM metadata m
  WHERE m.photo_id = photos.id AND m.data ->> '$.label' IS NOT NULL;
`
