import type { Migration } from '../../../../base/sqlite/migration.ts'

/** Taggers, categorizers and feedback of each account. Pictures are kept as unit vectors of float32, little-endian, and never as files. */
export const teaching: Migration = { version: 2, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE taught (
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL, -- tagger, categorizer
  title TEXT NOT NULL,
  version INTEGER NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE taught_classes (
  owner TEXT NOT NULL,
  tagger TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  bias REAL NOT NULL,
  weights BLOB NOT NULL, -- float32, little-endian
  positives TEXT NOT NULL, -- numbers of pictures, JSON
  negatives TEXT NOT NULL,
  PRIMARY KEY (owner, tagger, number)
) STRICT;
CREATE TABLE taught_pictures (
  owner TEXT NOT NULL,
  tagger TEXT NOT NULL,
  number INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (owner, tagger, number)
) STRICT;
CREATE TABLE feedback_tickets (
  id TEXT NOT NULL,
  owner TEXT NOT NULL,
  feedback_index TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  model TEXT NOT NULL,
  vector BLOB NOT NULL,
  tags TEXT NOT NULL, -- what was said: name and confidence, JSON
  PRIMARY KEY (owner, id)
) STRICT;
CREATE INDEX feedback_tickets_at ON feedback_tickets(owner, at_ms);
CREATE TABLE feedback_pictures (
  number INTEGER PRIMARY KEY AUTOINCREMENT, -- rises with time
  owner TEXT NOT NULL,
  ticket TEXT NOT NULL,
  feedback_index TEXT NOT NULL,
  model TEXT NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (owner, ticket)
) STRICT;
CREATE INDEX feedback_pictures_index ON feedback_pictures(owner, feedback_index, model);
CREATE TABLE feedback_judgements (
  picture INTEGER NOT NULL REFERENCES feedback_pictures(number) ON DELETE CASCADE,
  tag_key TEXT NOT NULL,
  tag TEXT NOT NULL,
  verdict TEXT NOT NULL, -- right, wrong, added
  PRIMARY KEY (picture, tag_key)
) STRICT, WITHOUT ROWID;
`
