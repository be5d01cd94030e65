import type { Migration } from '../../../base/sqlite/migration.ts'

/** Queries under names. The folder may have left the library, and come back. */
export const savedSearches: Migration = { version: 26, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE saved_searches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  sort_by TEXT NOT NULL,
  sort_order TEXT NOT NULL,
  folder_id INTEGER
);
`
