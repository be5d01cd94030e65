import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * How photos are turned. `orientation` is what counts: the person's where `is_oriented`, else what the sidecar or the
 * file says. `file_orientation` is by which decoders turn the file; 0 where its metadata were not read. `width` and
 * `height` are those of the photo as it is shown; everything that analysis finds lies on the photo as its file says, and
 * `thumb_turn` is how the kept thumbnail is turned to be so.
 */
export const orientation: Migration = { version: 34, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE photos ADD COLUMN orientation INTEGER NOT NULL DEFAULT 1; -- 1 to 8, as EXIF counts
ALTER TABLE photos ADD COLUMN is_oriented INTEGER NOT NULL DEFAULT 0; -- the person gave it
ALTER TABLE photos ADD COLUMN file_orientation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE photos ADD COLUMN thumb_turn INTEGER NOT NULL DEFAULT 1;
UPDATE photos SET orientation = coalesce(m.data ->> '$.orientation', 1),
  file_orientation = coalesce(m.data ->> '$.orientation', 1)
FROM metadata m WHERE m.photo_id = photos.id;
`
