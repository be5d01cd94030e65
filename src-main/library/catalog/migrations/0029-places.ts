import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Where photos were taken: their positions, and the places that these stand for. Positions are taken from metadata here;
 * places are found afterwards, in pieces (`library/places`).
 */
export const places: Migration = { version: 29, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE places (
  id INTEGER PRIMARY KEY,
  city TEXT NOT NULL,    -- empty far from towns
  region TEXT NOT NULL,  -- as the gazetteer calls it, in English; empty where it is not known
  country TEXT NOT NULL, -- two letters of ISO 3166; empty where it is not known
  UNIQUE (city, region, country)
);
ALTER TABLE photos ADD COLUMN latitude REAL; -- degrees; NULL without a position
ALTER TABLE photos ADD COLUMN longitude REAL;
ALTER TABLE photos ADD COLUMN place INTEGER NOT NULL DEFAULT 0; -- of places; 0 is unknown
ALTER TABLE photos ADD COLUMN needs_place INTEGER NOT NULL DEFAULT 0;
UPDATE photos SET latitude = m.latitude, longitude = m.longitude
  FROM (SELECT photo_id, data ->> '$.latitude' AS latitude, data ->> '$.longitude' AS longitude FROM metadata
        WHERE data LIKE '%"latitude":%') m
  WHERE m.photo_id = photos.id AND m.latitude BETWEEN -90 AND 90 AND m.longitude BETWEEN -180 AND 180
    AND NOT (m.latitude = 0 AND m.longitude = 0);
UPDATE photos SET needs_place = 1
  WHERE latitude IS NOT NULL
    OR id IN (SELECT photo_id FROM metadata WHERE data LIKE '%"city":%' OR data LIKE '%"country":%');
CREATE INDEX photos_without_place ON photos(id) WHERE needs_place = 1;
`
