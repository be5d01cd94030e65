import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What of a person's work is still to be written into files, and what was written. A target is the sidecar of a photo or
 * its file. Versions hold how a target was before Lumafold wrote to it, so that undoing gives back the same bytes.
 */
export const metadataWrites: Migration = { version: 12, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE metadata_writes (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 1, -- rises with each change that waits
  base TEXT, -- metadata as read when the first of these changes was made, JSON; NULL while they are those of \`metadata\`
  due_ms INTEGER NOT NULL, -- not tried before
  attempts INTEGER NOT NULL DEFAULT 0,
  failure TEXT NOT NULL DEFAULT ''
);
CREATE INDEX metadata_writes_due ON metadata_writes(due_ms);
CREATE TABLE metadata_written (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  target TEXT NOT NULL, -- sidecar, file
  hash TEXT NOT NULL, -- of the target's content as it was last written; '' where it was removed
  written TEXT NOT NULL, -- what of it is Lumafold's, JSON (metadata-write/plan/work.ts)
  PRIMARY KEY (photo_id, target)
) WITHOUT ROWID;
CREATE TABLE metadata_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  before_hash TEXT NOT NULL, -- '' where the target was not there
  after_hash TEXT NOT NULL,
  written_before TEXT NOT NULL,
  written_after TEXT NOT NULL,
  patch BLOB, -- from the content after to the one before; NULL where the target was not there
  bytes INTEGER NOT NULL
);
CREATE INDEX metadata_versions_photo ON metadata_versions(photo_id, target, id);
CREATE TABLE metadata_conflicts (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  field TEXT NOT NULL,
  ours TEXT NOT NULL, -- JSON, as the next one
  theirs TEXT NOT NULL,
  found_ms INTEGER NOT NULL,
  PRIMARY KEY (photo_id, target, field)
) WITHOUT ROWID;
`
