import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Who is on photos. `person_faces` holds what a person said of faces, `named_faces` what follows from that and from the
 * regions of files, for searches. Boxes are shares of the photo as its file says it is turned. Vectors of faces are
 * not here: they lie in a file of their own, which no backup holds.
 */
export const people: Migration = { version: 42, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE people (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL UNIQUE, -- the name by which it is found, whatever its capitals
  never_suggest INTEGER NOT NULL DEFAULT 0,
  is_private INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE person_faces (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  x REAL NOT NULL, y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL,
  person_id INTEGER REFERENCES people(id),
  is_ignored INTEGER NOT NULL,
  refused TEXT NOT NULL, -- JSON: ids of people that the face is not
  PRIMARY KEY (photo_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX person_faces_person ON person_faces (person_id);
CREATE TABLE named_faces (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  person_id INTEGER NOT NULL REFERENCES people(id),
  x REAL NOT NULL, y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL,
  is_from_file INTEGER NOT NULL,
  PRIMARY KEY (photo_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX named_faces_person ON named_faces (person_id, photo_id);
CREATE TABLE due_faces ( -- photos of which faces are to be grouped anew
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 0 -- rises when they are noted again while they are grouped
) STRICT;
CREATE TRIGGER index_named_faces_added AFTER INSERT ON named_faces WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER index_named_faces_changed AFTER UPDATE ON named_faces WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER index_named_faces_removed AFTER DELETE ON named_faces WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_people_changed AFTER UPDATE OF is_private ON people WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) SELECT photo_id FROM named_faces WHERE person_id = new.id; END;
`
