import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Classes of custom classifiers that are gone: what they said of photos is taken back piece by piece, and found without
 * looking through the tags of all photos.
 */
export const leavingResults: Migration = { version: 23, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE leaving_results (
  kind TEXT NOT NULL, -- tagger, categorizer
  class_id INTEGER NOT NULL, -- the row of tags or of categories
  PRIMARY KEY (kind, class_id)
) WITHOUT ROWID;
CREATE INDEX photo_tags_learned ON photo_tags(tag_id) WHERE source = 4;
CREATE INDEX photo_categories_category ON photo_categories(category_id);
`
