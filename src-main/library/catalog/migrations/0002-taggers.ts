import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * A person's own taggers and categorizers with the photos they were learned from, and feedback on results. Tags they give are
 * rows of `photo_tags` with the source 4, which a new analysis leaves alone.
 */
export const taggers: Migration = { version: 2, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE taggers (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL, -- tagger, categorizer
  version INTEGER NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE taught_classes (
  id INTEGER PRIMARY KEY,
  tagger_id TEXT NOT NULL REFERENCES taggers(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  bias REAL NOT NULL,
  weights BLOB NOT NULL, -- float32, little-endian
  UNIQUE (tagger_id, number)
);
CREATE TABLE taught_examples (
  class_id INTEGER NOT NULL REFERENCES taught_classes(id) ON DELETE CASCADE,
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  is_positive INTEGER NOT NULL,
  PRIMARY KEY (class_id, photo_id)
) WITHOUT ROWID;
CREATE INDEX taught_examples_photo ON taught_examples(photo_id);
CREATE TABLE feedback_tickets (
  id TEXT PRIMARY KEY,
  feedback_index TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  model TEXT NOT NULL,
  vector BLOB NOT NULL, -- float32, little-endian
  tags TEXT NOT NULL    -- what was said: name and confidence, JSON
) WITHOUT ROWID;
CREATE INDEX feedback_tickets_at ON feedback_tickets(at_ms);
CREATE TABLE feedback (
  ticket TEXT NOT NULL,
  tag_key TEXT NOT NULL,
  feedback_index TEXT NOT NULL,
  tag TEXT NOT NULL,
  verdict TEXT NOT NULL, -- right, wrong, added
  model TEXT NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (ticket, tag_key)
);
CREATE INDEX feedback_index_model ON feedback(feedback_index, model);
`
