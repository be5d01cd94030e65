import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Films of camcorders say when they were recorded, and a film may lie in the picture beside a RAW file: both are read
 * once more, in the background. RAW files and films of the same name become one photo when the pairs are next arranged.
 */
export const filmsBeside: Migration = { version: 53, up: (db) => void db.exec(readAgain) }

const readAgain = `
UPDATE photos SET needs_metadata = 1 WHERE id IN (
  SELECT photo_id FROM files WHERE is_main = 1
    AND (format = 'mts' OR lower(name) LIKE '%.mts' OR lower(name) LIKE '%.m2ts'));
UPDATE photos SET needs_metadata = 1 WHERE id IN (
  SELECT photo_id FROM files WHERE is_main = 0 AND lower(substr(name, -4)) IN ('.jpg', '.jpe', 'jpeg', 'heic', 'heif', '.hif'));
`
