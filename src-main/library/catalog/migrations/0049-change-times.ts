import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * When a file, or what the system keeps of it, last changed (ctime), in milliseconds since 1970: programs that write into a
 * file and give it its old time back cannot give it that one. Unknown for files of before, which are taken as they are
 * when they are next seen.
 */
export const changeTimes: Migration = {
  version: 49,
  up: (db) => void db.exec('ALTER TABLE files ADD COLUMN changed_ms INTEGER'),
}
