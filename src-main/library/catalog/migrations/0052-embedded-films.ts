import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Where in a file the film of a motion photo lies, in bytes from the end of the file; 0 where there is none. Pictures
 * that may hold one are read once more, in the background.
 */
export const embeddedFilms: Migration = { version: 52, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE files ADD COLUMN film_from_end INTEGER NOT NULL DEFAULT 0;
ALTER TABLE files ADD COLUMN film_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE photos SET needs_metadata = 1
  WHERE id IN (SELECT photo_id FROM files WHERE is_main = 1 AND format IN ('', 'jpeg', 'heic', 'avif'));
`
