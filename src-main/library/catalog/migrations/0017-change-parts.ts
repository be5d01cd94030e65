import type { Migration } from '../../../base/sqlite/migration.ts'

/** A change of the journal may consist of others, such as all that one import gives: each piece then names its own. */
export const changeParts: Migration = {
  version: 17,
  up: (db) => void db.exec('ALTER TABLE change_pieces ADD COLUMN part TEXT'), // JSON; NULL where the line's change counts
}
