import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * The vocabulary's concept behind a tag, so that the tag can be shown and found in other languages. Tags that only a person or
 * a file uses have none: a person called Robin is no bird.
 */
export const tagConcepts: Migration = { version: 3, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE tags ADD COLUMN concept TEXT;
UPDATE tags SET concept = c.concept
  FROM (SELECT tag_id, max(concept_id) AS concept_id FROM photo_tags WHERE concept_id IS NOT NULL GROUP BY tag_id) found
  JOIN concepts c ON c.id = found.concept_id WHERE found.tag_id = tags.id;
`
