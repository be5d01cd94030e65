import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Which part of a photo is shown: the person's crop, else that of its file or its sidecar. Files with sidecars, and
 * those that hold develop settings themselves, are read once more, in the background.
 */
export const crops: Migration = { version: 55, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE photos ADD COLUMN crop TEXT NOT NULL DEFAULT '';
ALTER TABLE photos ADD COLUMN is_crop_given INTEGER NOT NULL DEFAULT 0;
UPDATE photos SET needs_metadata = 1 WHERE id IN (
  SELECT photo_id FROM files WHERE is_main = 1
    AND (sidecar_key <> '' OR format IN ('', 'jpeg', 'tiff', 'dng', 'png', 'psd', 'webp', 'heic', 'avif', 'jxl')));
`
