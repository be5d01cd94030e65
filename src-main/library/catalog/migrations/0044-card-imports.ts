import type { Migration } from '../../../base/sqlite/migration.ts'

/** What is copied from cards now, and all that ever was. */
export const cardImports: Migration = { version: 44, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE card_imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,   -- folder of the card
  wishes TEXT NOT NULL,   -- JSON: where to, and what the photos get
  begun_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE card_import_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_id INTEGER NOT NULL REFERENCES card_imports(id) ON DELETE CASCADE,
  unit INTEGER NOT NULL,        -- files of one item get one name
  is_main INTEGER NOT NULL,     -- 1: a photo or film, 0: what lies beside one
  place TEXT NOT NULL,          -- on the card
  to_path TEXT NOT NULL,
  backup_path TEXT NOT NULL,    -- empty without a second copy
  bytes INTEGER NOT NULL,
  modified_ms INTEGER NOT NULL,
  taken_at TEXT NOT NULL,
  state INTEGER NOT NULL DEFAULT 0,  -- 0 waits, 1 copied, 2 known, 3 failed
  backup_state INTEGER NOT NULL DEFAULT 0, -- the same
  reason TEXT NOT NULL DEFAULT '',
  backup_reason TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX card_import_files_import ON card_import_files(import_id, unit);
CREATE TABLE imported_files (
  content_hash TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  taken_at TEXT NOT NULL,
  name TEXT NOT NULL,       -- on the card
  imported_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_files_facts ON imported_files(bytes, taken_at);
`
