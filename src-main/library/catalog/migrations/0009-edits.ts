import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What a person did and the journal beside the catalogue may not hold yet. The number of the last row, which SQLite
 * keeps in `sqlite_sequence`, says up to where the catalogue holds what the journal tells.
 */
export const edits: Migration = {
  version: 9,
  up: (db) => void db.exec('CREATE TABLE edits (seq INTEGER PRIMARY KEY AUTOINCREMENT, edit TEXT NOT NULL)'),
}
