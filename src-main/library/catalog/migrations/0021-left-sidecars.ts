import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Where sidecars of photos may lie that another program moved without them, and sidecars that made room for another
 * photo's and wait for the file of their own.
 */
export const leftSidecars: Migration = { version: 21, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE left_sidecars (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  folder_id INTEGER NOT NULL REFERENCES folders(id) ON DELETE CASCADE,
  name TEXT NOT NULL, -- of the photo's file when it lay there
  sidecar_key TEXT NOT NULL, -- which sidecars were read there, as in \`files\`
  due_ms INTEGER NOT NULL, -- not looked at before
  attempts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (photo_id, folder_id, name)
) WITHOUT ROWID;
CREATE INDEX left_sidecars_place ON left_sidecars(folder_id, name);
CREATE INDEX left_sidecars_due ON left_sidecars(due_ms);
CREATE TABLE kept_sidecars (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  form TEXT NOT NULL, -- name.ext.xmp, name.xmp
  hash TEXT NOT NULL,
  content BLOB NOT NULL,
  due_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (photo_id, form)
);
CREATE INDEX kept_sidecars_due ON kept_sidecars(due_ms);
CREATE INDEX metadata_written_hash ON metadata_written(hash);
`
