import type { Migration } from '../../../base/sqlite/migration.ts'

/** Photos that a person said to be no duplicates: no two with the same mark are. */
export const notDuplicates: Migration = { version: 30, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE not_duplicates (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  mark INTEGER NOT NULL,
  PRIMARY KEY (photo_id, mark)
) WITHOUT ROWID;
`
