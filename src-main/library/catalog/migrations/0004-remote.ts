import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What a library remembers of services: uploads that are still good, answers that were paid for and are not with their photo
 * yet, indexes for similar photos, and how much was asked for in each month. `steps.is_sent` marks steps that a service does at present.
 */
export const remote: Migration = { version: 4, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE steps ADD COLUMN is_sent INTEGER NOT NULL DEFAULT 0;
CREATE TABLE remote_uploads (
  address TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  upload_id TEXT NOT NULL,
  expires_ms INTEGER NOT NULL,
  PRIMARY KEY (address, content_hash)
) WITHOUT ROWID;
CREATE TABLE remote_answers (
  content_hash TEXT NOT NULL,
  question TEXT NOT NULL, -- address and operation
  answer TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (content_hash, question)
) WITHOUT ROWID;
CREATE TABLE remote_indexes (
  place TEXT PRIMARY KEY, -- address, categorizer and name
  changes INTEGER NOT NULL DEFAULT 0, -- photos saved since it was last trained
  ticket TEXT, -- of the training under way
  trained_ms INTEGER
) WITHOUT ROWID;
CREATE TABLE remote_entries ( -- contents saved in an index
  place TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  PRIMARY KEY (place, content_hash)
) WITHOUT ROWID;
CREATE INDEX files_content ON files(content_hash) WHERE content_hash <> '';
CREATE TABLE remote_spending (month TEXT PRIMARY KEY, analyses INTEGER NOT NULL) WITHOUT ROWID;
`
