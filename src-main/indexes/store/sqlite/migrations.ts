import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * `alterations` holds each entry changed since the training that last took it up, with the number of its latest change.
 * `removed_indexes` holds rows whose entries are still to be deleted, a few at a time. A row id is never used again.
 */
const schema = `
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    categorizer_id TEXT NOT NULL,
    index_id TEXT NOT NULL,
    dimensions INTEGER,
    model TEXT,
    features_type TEXT,
    changes INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    trained_at INTEGER,
    trained_entries INTEGER NOT NULL DEFAULT 0,
    snapshot TEXT,
    UNIQUE (owner, kind, categorizer_id, index_id)
  ) STRICT;
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    index_row INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    vector BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX entries_by_name ON entries (index_row, entry_id);
  CREATE INDEX entries_by_index ON entries (index_row);
  CREATE TABLE alterations (
    index_row INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    change INTEGER NOT NULL,
    PRIMARY KEY (index_row, entry_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE removed_indexes (index_row INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE tickets (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    categorizer_id TEXT NOT NULL,
    index_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    state TEXT NOT NULL,
    entries INTEGER,
    text TEXT NOT NULL DEFAULT ''
  ) STRICT, WITHOUT ROWID;
`

/**
 * The model of the trained state, which lags behind that of the entries, and what names each entry's picture: null where
 * it was saved before this was kept.
 */
const modelsAndPictures = `
  ALTER TABLE indexes ADD COLUMN trained_model TEXT;
  UPDATE indexes SET trained_model = model WHERE snapshot IS NOT NULL;
  ALTER TABLE entries ADD COLUMN picture TEXT;
`

/**
 * Tickets say how far their training is, for which index (0: one that is gone) and whom to call at its end.
 * `trained_changes` is the last change in the snapshot: an older state never takes its place.
 */
const trainingsAsJobs = `
  ALTER TABLE tickets ADD COLUMN index_row INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tickets ADD COLUMN progress INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tickets ADD COLUMN callback_url TEXT;
  UPDATE tickets SET state = 'waiting', index_row = coalesce((
      SELECT i.id FROM indexes i
      WHERE (i.owner, i.kind, i.categorizer_id, i.index_id)
        = (tickets.owner, tickets.kind, tickets.categorizer_id, tickets.index_id)), 0)
    WHERE finished_at IS NULL;
  CREATE INDEX tickets_open ON tickets (index_row) WHERE finished_at IS NULL;
  CREATE INDEX tickets_untold ON tickets (index_row) WHERE finished_at IS NOT NULL AND callback_url IS NOT NULL;
  ALTER TABLE indexes ADD COLUMN trained_changes INTEGER NOT NULL DEFAULT 0;
`

/** Every migration of indexes.db, oldest first. */
export const migrations: readonly Migration[] = [
  { version: 1, up: (db) => void db.exec(schema) },
  { version: 2, up: (db) => void db.exec(modelsAndPictures) },
  { version: 3, up: (db) => void db.exec(trainingsAsJobs) },
]
