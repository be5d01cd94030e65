import type { Migration } from '../../../../base/sqlite/migration.ts'

/**
 * Jobs of the service; `is_taken` is 1 while one is under way, `failures` counts the ends of processes and rejections
 * in it. `job_key` is never null, so that one at most of a key waits.
 */
export const jobs: Migration = {
  version: 4,
  up: (db) =>
    void db.exec(`
      CREATE TABLE jobs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        queue TEXT NOT NULL,
        job_key TEXT NOT NULL,
        owner TEXT,
        data TEXT NOT NULL,
        attempt INTEGER NOT NULL DEFAULT 1,
        failures INTEGER NOT NULL DEFAULT 0,
        due_ms INTEGER NOT NULL,
        is_taken INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE UNIQUE INDEX jobs_by_key ON jobs (queue, job_key, is_taken);
      CREATE INDEX jobs_due ON jobs (queue, due_ms) WHERE is_taken = 0;
    `),
}
