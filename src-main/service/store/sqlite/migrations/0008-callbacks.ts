import type { Migration } from '../../../../base/sqlite/migration.ts'

/**
 * Addresses to be called are jobs, and before that a part of their ticket. Those that waited for a training have no
 * ticket to be put into here: they are called ten minutes after its going on.
 */
export const callbacks: Migration = {
  version: 8,
  up: (db) =>
    void db.exec(`
      INSERT INTO jobs (queue, job_key, owner, data, due_ms)
        SELECT 'callbacks', 'kept-' || id, '', json_object('url', url, 'ticketId', ticket_id),
          min(next_at_ms, unixepoch() * 1000 + 600000)
        FROM callbacks;
      DROP TABLE callbacks;
    `),
}
