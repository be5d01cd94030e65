import type { Migration } from '../../../base/sqlite/migration.ts'

/** Where a photo shows fine detail, which tells focus stacks from bursts; the step that measures it runs again. */
export const detail: Migration = {
  version: 57,
  up: (db) => void db.exec('ALTER TABLE sharpness ADD COLUMN detail BLOB'),
}
