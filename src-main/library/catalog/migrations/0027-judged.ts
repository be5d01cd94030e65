import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What a person says of a photo's sensitivity, and which photos they keep private. `is_judged` says that `nsfw` is
 * theirs; what analysis found stays in `nsfw_shares`.
 */
export const judged: Migration = { version: 27, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE photos ADD COLUMN is_judged INTEGER NOT NULL DEFAULT 0;
ALTER TABLE photos ADD COLUMN is_private INTEGER NOT NULL DEFAULT 0;
`
