import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * The core fields of IPTC, and where photos were taken, as a person gives them; sets of fields under a name. What files
 * say of the new fields was not kept: all are read once more, in the background.
 */
export const iptc: Migration = { version: 46, up: (db) => void db.exec(layout) }

const columns = [
  'headline',
  'alt_text',
  'extended_description',
  'caption_writer',
  'creator_title',
  'creator_address',
  'creator_city',
  'creator_region',
  'creator_postcode',
  'creator_country',
  'creator_phone',
  'creator_email',
  'creator_web',
  'credit',
  'source',
  'copyright_status',
  'copyright_url',
  'usage_terms',
  'instructions',
  'job_id',
  'sublocation',
  'city',
  'region',
  'country',
  'country_code',
]

/** NULL where the person gave none, and the file's counts. */
const layout = `
${columns.map((column) => `ALTER TABLE person_texts ADD COLUMN ${column} TEXT;`).join('\n')}
ALTER TABLE photos ADD COLUMN given_offset TEXT NOT NULL DEFAULT ''; -- from UTC, of the time that the person gave; '' if unknown
ALTER TABLE photos ADD COLUMN is_located INTEGER NOT NULL DEFAULT 0; -- the person gave latitude and longitude, or took them away
ALTER TABLE photos ADD COLUMN given_altitude REAL; -- metres, of the position that the person gave
CREATE TABLE metadata_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice, so that an undo finds the same one
  name TEXT NOT NULL,
  fields TEXT NOT NULL -- texts by field, JSON
) STRICT;
UPDATE photos SET needs_metadata = 1 WHERE id IN (SELECT photo_id FROM metadata);
`
