import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Steps that nobody waits for have a mask of their own, so that a photo is ready without them. What is left to do of
 * each photo is computed when the library is opened, as after every change of steps. The index begins with the frames
 * of stacks, which are measured first.
 */
export const laterSteps: Migration = {
  version: 56,
  up: (db) =>
    void db.exec(`
      ALTER TABLE steps ADD COLUMN is_idle INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE photos ADD COLUMN later INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX photos_later ON photos(coalesce(person_stack, auto_stack) <> 0, root_id, sort_ms, id) WHERE status = 1 AND later <> 0;
    `),
}
