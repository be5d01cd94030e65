import type { Migration } from '../../../base/sqlite/migration.ts'

/** The hash of a file's image data apart from metadata, as `base/formats/image-data` writes it; empty while unknown. */
export const imageHash: Migration = { version: 6, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE files ADD COLUMN image_hash TEXT NOT NULL DEFAULT '';
CREATE INDEX files_image ON files(image_hash) WHERE image_hash <> '';
`
