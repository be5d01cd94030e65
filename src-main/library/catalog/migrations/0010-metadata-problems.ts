import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Why the metadata of a photo's file, or a part of them, could not be read; and which sidecars were read with it, so that
 * a scan sees where they changed (library/metadata/sidecar-paths.ts has the form). Everything is read again, since more is read
 * than before.
 */
export const metadataProblems: Migration = { version: 10, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE photos ADD COLUMN metadata_problem TEXT NOT NULL DEFAULT ''; -- empty where all was read
CREATE INDEX photos_metadata_problem ON photos(id) WHERE metadata_problem <> '';
ALTER TABLE files ADD COLUMN sidecar_key TEXT NOT NULL DEFAULT '';
CREATE INDEX files_sidecar ON files(folder_id) WHERE sidecar_key <> '';
UPDATE photos SET needs_metadata = 1;
`
