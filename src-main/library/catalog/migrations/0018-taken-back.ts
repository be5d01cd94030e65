import type { Migration } from '../../../base/sqlite/migration.ts'

/** Photos whose targets are put back to what they were, where metadata are no longer written there. */
export const takenBack: Migration = {
  version: 18,
  up: (db) => void db.exec('ALTER TABLE metadata_writes ADD COLUMN is_taken_back INTEGER NOT NULL DEFAULT 0'),
}
