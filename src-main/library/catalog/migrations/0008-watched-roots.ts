import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What a watched folder is apart from its path, so that an empty mount point is not taken for it; how it is watched, and
 * what is wrong with it. The index finds photos that were out of reach without looking at all of them.
 */
export const watchedRoots: Migration = { version: 8, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE roots ADD COLUMN watching TEXT NOT NULL DEFAULT 'auto'; -- auto, events, polling, off
ALTER TABLE roots ADD COLUMN volume TEXT NOT NULL DEFAULT ''; -- that it lies on; '' while unknown
ALTER TABLE roots ADD COLUMN inode TEXT NOT NULL DEFAULT '';
ALTER TABLE roots ADD COLUMN problems TEXT NOT NULL DEFAULT '{}'; -- JSON: sentences by their kind
CREATE INDEX photos_out_of_reach ON photos(id) WHERE failure IN ('file-forbidden', 'file-in-cloud');
`
