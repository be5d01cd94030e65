import type { Migration } from '../../../base/sqlite/migration.ts'

/** What kind of thing a photo is, and how long a film is. */
export const media: Migration = { version: 13, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE photos ADD COLUMN media INTEGER NOT NULL DEFAULT 0; -- 0 photo, 1 animation, 2 video
ALTER TABLE photos ADD COLUMN duration_ms INTEGER;
`
