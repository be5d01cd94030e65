import type { Migration } from '../../../base/sqlite/migration.ts'

/** Files that are about to be moved, noted before the first one is, and kept for as long as that can be undone. */
export const fileOperations: Migration = { version: 40, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE file_operations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  change TEXT NOT NULL,      -- JSON: what the history says of it
  is_open INTEGER NOT NULL,  -- 1 while files are under way
  wanted INTEGER NOT NULL,   -- 1: its files go to their new places; 0: back
  change_id INTEGER REFERENCES changes(id) ON DELETE CASCADE,
  begun_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX file_operations_change ON file_operations(change_id);
CREATE TABLE file_moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  operation_id INTEGER NOT NULL REFERENCES file_operations(id) ON DELETE CASCADE,
  unit INTEGER NOT NULL,      -- files that go together or not at all: those of a photo; photos that exchange names
  photo_id INTEGER NOT NULL,  -- 0 for a folder
  file_id INTEGER,            -- NULL for a companion such as a sidecar
  from_path TEXT NOT NULL,
  to_path TEXT NOT NULL,
  file_key TEXT NOT NULL,     -- device and inode where it lies now
  bytes INTEGER NOT NULL,
  modified_ms INTEGER NOT NULL,
  is_there INTEGER NOT NULL DEFAULT 0, -- 1: the file lies at its new place
  is_told INTEGER NOT NULL DEFAULT 0   -- 1: the history says so
) STRICT;
CREATE INDEX file_moves_operation ON file_moves(operation_id, unit);
CREATE INDEX file_moves_photo ON file_moves(photo_id);
ALTER TABLE folders ADD COLUMN is_made INTEGER NOT NULL DEFAULT 0; -- 1: a person made it here, so that it is shown while it is empty
CREATE TABLE original_names (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  name TEXT NOT NULL -- of its file, before Lumafold first renamed it
) STRICT;
`
