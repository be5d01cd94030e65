import type { Migration } from '../../../base/sqlite/migration.ts'

/** Photos that have no picture yet are found without looking through all that wait for the analysis. */
export const withoutPicture: Migration = { version: 24, up: (db) => void db.exec(layout) }

const layout = `
CREATE INDEX photos_without_picture ON photos(root_id, sort_ms, id) WHERE status = 0 AND thumb_version <= 0;
`
