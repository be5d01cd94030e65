import type { Migration } from '../../../../base/sqlite/migration.ts'

/** Batches of many pictures with what was found out about each. */
export const batches: Migration = { version: 5, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  operations TEXT NOT NULL, -- names with their parameters, JSON
  callback_url TEXT,
  created_ms INTEGER NOT NULL,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0, -- of those done
  ended_ms INTEGER, -- when the last picture was done, or it was cancelled
  is_cancelled INTEGER NOT NULL DEFAULT 0,
  is_told INTEGER NOT NULL DEFAULT 0, -- whether the call of its address was handed over
  waits_until_ms INTEGER,
  waits_for TEXT NOT NULL DEFAULT '',
  turn INTEGER NOT NULL DEFAULT 0 -- rises with each picture that is taken of any batch
) STRICT, WITHOUT ROWID;
CREATE INDEX batches_by_account ON batches (account_id, created_ms);
CREATE INDEX batches_by_turn ON batches (turn);
CREATE INDEX batches_open ON batches (account_id, turn) WHERE ended_ms IS NULL;
CREATE INDEX batches_ended ON batches (ended_ms) WHERE ended_ms IS NOT NULL;
CREATE TABLE batch_pictures (
  batch TEXT NOT NULL REFERENCES batches(id) ON DELETE CASCADE,
  number INTEGER NOT NULL, -- from 0
  picture TEXT NOT NULL, -- its address or the id of its upload, JSON
  claim TEXT, -- of whoever works on it
  free_ms INTEGER NOT NULL DEFAULT 0, -- from when on it may be taken
  tries INTEGER NOT NULL DEFAULT 0,
  findings TEXT, -- JSON; null until it is done
  PRIMARY KEY (batch, number)
) STRICT;
CREATE INDEX batch_pictures_left ON batch_pictures (batch, number) WHERE findings IS NULL;
`
