import type { Db } from '../../../base/sqlite/connect.ts'
import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * The tags that a person gives stand in a table of their own, beside those that analysis found. One tag for a million
 * photos is then ten megabytes at the end of a short table; in `photo_tags` it was a row in every page of half a
 * gigabyte. Denormalised rows hold only what others gave: what the person gave and took off is laid over them when they
 * are loaded.
 */
export const personTags: Migration = {
  version: 16,
  up: (db) => {
    db.exec(layout)
    const touched = 'SELECT photo_id FROM person_tags UNION SELECT photo_id FROM removed_tags'
    for (const id of db.prepare<[], number>(touched).pluck().all()) renewPack(db, id)
  },
}

const layout = `
CREATE TABLE person_tags (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  PRIMARY KEY (photo_id, tag_id)
) WITHOUT ROWID;
INSERT INTO person_tags (photo_id, tag_id) SELECT photo_id, tag_id FROM photo_tags WHERE source = 2;
DELETE FROM photo_tags WHERE source = 2;
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
  const before = data === undefined ? [0, 0] : numbersOf(data)
  const [count = 0, categories = 0, ...rest] = before
  const bytes = Buffer.from(Uint32Array.from([tags.length, categories, ...tags, ...rest.slice(count)]).buffer)
  db.prepare('INSERT OR REPLACE INTO packs (photo_id, tag_count, data) VALUES (?, ?, ?)').run(
    photoId,
    tags.length,
    bytes,
  )
}

const numbersOf = (data: Buffer): number[] =>
  Array.from({ length: data.length / 4 }, (_, at) => data.readUInt32LE(at * 4))
