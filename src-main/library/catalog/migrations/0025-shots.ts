import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What photos were taken with and how, in columns of their own: searches read them for every photo, and JSON of a
 * million would take many seconds. 0 is unknown.
 */
export const shots: Migration = { version: 25, up: (db) => void db.exec(layout) }

/** The camera's name is its model, after the make where the model does not begin with it. */
const layout = `
CREATE TABLE equipment (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE); -- cameras and lenses
ALTER TABLE photos ADD COLUMN camera INTEGER NOT NULL DEFAULT 0; -- of equipment
ALTER TABLE photos ADD COLUMN lens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE photos ADD COLUMN iso INTEGER NOT NULL DEFAULT 0;
ALTER TABLE photos ADD COLUMN aperture INTEGER NOT NULL DEFAULT 0; -- tenths
ALTER TABLE photos ADD COLUMN focal_length INTEGER NOT NULL DEFAULT 0; -- tenths of a millimetre
ALTER TABLE photos ADD COLUMN exposure_us INTEGER NOT NULL DEFAULT 0; -- microseconds
CREATE TEMP TABLE shots AS SELECT photo_id,
    trim(coalesce(make, '')) AS make, trim(coalesce(model, '')) AS model, trim(coalesce(lens, '')) AS lens,
    iso, aperture, focal, exposure
  FROM (SELECT photo_id, data ->> '$.cameraMake' AS make, data ->> '$.cameraModel' AS model, data ->> '$.lens' AS lens,
      data ->> '$.iso' AS iso, data ->> '$.aperture' AS aperture, data ->> '$.focalLength' AS focal,
      data ->> '$.exposureTime' AS exposure FROM metadata)
  WHERE coalesce(make, model, lens, iso, aperture, focal, exposure) IS NOT NULL;
UPDATE shots SET model = CASE
  WHEN model = '' THEN make
  WHEN make = '' OR lower(model) LIKE lower(substr(make, 1, instr(make || ' ', ' ') - 1)) || '%' THEN model
  ELSE make || ' ' || model END;
INSERT OR IGNORE INTO equipment (name)
  SELECT model FROM shots WHERE model <> '' UNION SELECT lens FROM shots WHERE lens <> '';
UPDATE photos SET
    camera = coalesce((SELECT id FROM equipment e WHERE e.name = s.model), 0),
    lens = coalesce((SELECT id FROM equipment e WHERE e.name = s.lens), 0),
    iso = coalesce(CAST(round(s.iso) AS INTEGER), 0),
    aperture = coalesce(CAST(round(s.aperture * 10) AS INTEGER), 0),
    focal_length = coalesce(CAST(round(s.focal * 10) AS INTEGER), 0),
    exposure_us = coalesce(CAST(round(s.exposure * 1e6) AS INTEGER), 0)
  FROM shots s WHERE s.photo_id = photos.id;
DROP TABLE shots;
`
