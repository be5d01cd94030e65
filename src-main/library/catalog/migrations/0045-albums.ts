import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Albums and their photos, and where saved searches lie among them. A removed album keeps its rows for as long as the
 * journal may bring it back; what lies in it is then out of reach, and untouched.
 */
export const albums: Migration = { version: 45, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE albums (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  parent_id INTEGER, -- an album; NULL at the top
  position REAL NOT NULL, -- among what lies in the same album
  removed_ms INTEGER
);
CREATE TABLE search_places (
  search_id INTEGER PRIMARY KEY, -- of a saved search, which may be removed and come back
  parent_id INTEGER,
  position REAL NOT NULL
);
CREATE TABLE album_photos (
  album_id INTEGER NOT NULL REFERENCES albums(id) ON DELETE CASCADE,
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  position REAL NOT NULL,
  PRIMARY KEY (album_id, photo_id)
) WITHOUT ROWID;
CREATE INDEX album_photos_order ON album_photos(album_id, position);
CREATE INDEX album_photos_photo ON album_photos(photo_id);
INSERT INTO search_places (search_id, parent_id, position)
  SELECT id, NULL, row_number() OVER (ORDER BY name COLLATE NOCASE, id) FROM saved_searches;
`
