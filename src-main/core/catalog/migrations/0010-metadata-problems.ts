import type { Migration } from '../../../sqlite/migration.ts'

/** Why the metadata of a photo's file, or a part of them, could not be read; empty where all was read. */
export const metadataProblems: Migration = { version: 10, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE photos ADD COLUMN metadata_problem TEXT NOT NULL DEFAULT '';
CREATE INDEX photos_metadata_problem ON photos(id) WHERE metadata_problem <> '';
`
