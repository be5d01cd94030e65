import type { Migration } from '../../../base/sqlite/migration.ts'

/** Of several files of one photo the one of the lowest rank stands for it, as long as it is there. */
export const pairs: Migration = {
  version: 15,
  up: (db) => void db.exec('ALTER TABLE files ADD COLUMN pair_rank INTEGER NOT NULL DEFAULT 0'),
}
