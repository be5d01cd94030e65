import type { Migration } from '../../../base/sqlite/migration.ts'

/** What sentences are compared with. */
export const textImage: Migration = { version: 35, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE text_image_vectors (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  pair TEXT NOT NULL, -- which text-image pair made it
  vector BLOB NOT NULL -- half-precision floats
);
`
