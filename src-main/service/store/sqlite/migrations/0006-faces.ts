import type { Migration } from '../../../../base/sqlite/migration.ts'

/**
 * Faces whose ids accounts were told, people made of them, and tickets about both. Faces are kept as unit vectors of
 * float32, little-endian, and never as pictures.
 */
export const faces: Migration = { version: 6, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE faces (
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  model TEXT NOT NULL,
  vector BLOB, -- null once it is forgotten; the row stays a while, so that its id is known
  expires_ms INTEGER NOT NULL,
  number INTEGER NOT NULL, -- rises with each time it was kept
  PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX faces_kept ON faces (owner, number) WHERE vector IS NOT NULL;
CREATE INDEX faces_by_expiry ON faces (expires_ms);
CREATE TABLE people_indexes (
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  changes INTEGER NOT NULL,
  trained_changes INTEGER,
  created_ms INTEGER NOT NULL,
  trained_ms INTEGER,
  PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE people_faces (
  owner TEXT NOT NULL,
  index_id TEXT NOT NULL,
  person TEXT NOT NULL,
  face_id TEXT NOT NULL,
  model TEXT NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (owner, index_id, person, face_id)
) STRICT;
CREATE TABLE trained_people (
  owner TEXT NOT NULL,
  index_id TEXT NOT NULL,
  person TEXT NOT NULL,
  model TEXT NOT NULL,
  faces INTEGER NOT NULL,
  mean BLOB NOT NULL,
  PRIMARY KEY (owner, index_id, person, model)
) STRICT;
CREATE TABLE face_tickets (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  task TEXT NOT NULL, -- JSON
  callback_url TEXT, -- still to be called
  outcome TEXT, -- JSON
  created_ms INTEGER NOT NULL,
  finished_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX face_tickets_waiting ON face_tickets (owner) WHERE finished_ms IS NULL;
CREATE INDEX face_tickets_finished ON face_tickets (finished_ms) WHERE finished_ms IS NOT NULL;
CREATE INDEX face_tickets_uncalled ON face_tickets (created_ms) WHERE finished_ms IS NULL OR callback_url IS NOT NULL;
`
