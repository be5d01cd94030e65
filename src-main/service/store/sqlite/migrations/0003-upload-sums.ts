import type { Migration } from '../../../../base/sqlite/migration.ts'

/** An index that holds all that is needed to sum up what an account has uploaded. */
export const uploadSums: Migration = {
  version: 3,
  up: (db) => void db.exec('CREATE INDEX uploads_kept ON uploads (account_id, bytes) WHERE gone_ms IS NULL'),
}
