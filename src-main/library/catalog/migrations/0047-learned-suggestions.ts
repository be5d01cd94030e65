import type { Db } from '../../../base/sqlite/connect.ts'
import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What custom classifiers say of photos is a suggestion until a person reviews it, and stands apart from the tags that
 * photos have. Rows of `photo_tags` from before become suggestions; what a person gave stays. A suggestion that is
 * settled keeps its row: whether it waits follows from what the person said.
 */
export const learnedSuggestions: Migration = {
  version: 47,
  up: (db) => {
    db.exec(layout)
    const touched = db.prepare<[], number>('SELECT DISTINCT photo_id FROM photo_tags WHERE source = 4').pluck().all()
    db.exec(move)
    for (const id of touched) renewPack(db, id)
  },
}

const layout = `
CREATE TABLE learned_suggestions (
  classifier_id TEXT NOT NULL,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  confidence REAL NOT NULL,
  PRIMARY KEY (classifier_id, tag_id, photo_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX learned_suggestions_photo ON learned_suggestions (photo_id);
CREATE TABLE classifier_settings ( -- kept when a classifier is removed, which can be undone
  classifier_id TEXT PRIMARY KEY,
  certainty REAL NOT NULL, -- in percent, at which a suggestion counts as sure
  seen_ms INTEGER NOT NULL -- photos added later are new to its inbox
) STRICT, WITHOUT ROWID;
DROP TABLE leaving_results;
CREATE TABLE leaving_results (
  classifier_id TEXT NOT NULL,
  tag_id INTEGER NOT NULL,
  PRIMARY KEY (classifier_id, tag_id)
) STRICT, WITHOUT ROWID;
`

const move = `
INSERT INTO learned_suggestions (classifier_id, tag_id, photo_id, confidence)
  SELECT c.tagger_id, t.tag_id, t.photo_id, t.confidence FROM taught_classes c
    JOIN taggers owner ON owner.id = c.tagger_id AND owner.kind = 'tagger'
    JOIN tags g ON g.key = c.name_key JOIN photo_tags t ON t.tag_id = g.id AND t.source = 4;
DELETE FROM photo_tags WHERE source = 4;
DROP INDEX photo_tags_learned;
DROP INDEX photo_categories_category;
`

/** The tags of others in the form of `codecs`, written down here since that may change and this may not. */
function renewPack(db: Db, photoId: number): void {
  const tags = db
    .prepare<[number], number>(
      `SELECT tag_id * 1024 + CASE WHEN max(source = 3) THEN 1023 ELSE CAST(max(0, min(100, max(confidence))) * 10 + 1e-6 AS INTEGER) END
       FROM photo_tags WHERE photo_id = ? GROUP BY tag_id ORDER BY tag_id`,
    )
    .pluck()
    .all(photoId)
  const data = db.prepare<[number], Buffer>('SELECT data FROM packs WHERE photo_id = ?').pluck().get(photoId)
  if (data === undefined) return
  const [count = 0, categories = 0, ...rest] = numbersOf(data)
  const bytes = Uint32Array.from([tags.length, categories, ...tags, ...rest.slice(count)])
  db.prepare('UPDATE packs SET tag_count = ?, data = ? WHERE photo_id = ?').run(
    tags.length,
    Buffer.from(bytes.buffer),
    photoId,
  )
}

const numbersOf = (data: Buffer): number[] =>
  Array.from({ length: data.length / 4 }, (_, at) => data.readUInt32LE(at * 4))
