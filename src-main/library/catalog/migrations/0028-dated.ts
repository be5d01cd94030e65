import type { Migration } from '../../../base/sqlite/migration.ts'

/** `is_dated` says that the time a photo was taken is the person's; the file's stays in its metadata. */
export const dated: Migration = { version: 28, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE photos ADD COLUMN is_dated INTEGER NOT NULL DEFAULT 0;
`
