import type { Migration } from '../../../base/sqlite/migration.ts'

/** Which files are one photo only because a person wants equal copies to be shown as one. */
export const copies: Migration = { version: 20, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE files ADD COLUMN is_copy INTEGER NOT NULL DEFAULT 0;
`
