import { expect, test } from 'vitest'
import type { Db } from '../../../../src-main/base/sqlite/connect.ts'
import { find, openForTest } from '../library.ts'
import { makeOldLibrary, writeOldTag } from '../old-library.ts'
import { allWaiting } from '../../classifiers/rows/all-waiting.ts'

/** A tagger gave its tag to photos 1 to 3; the person also gave it to photo 2, and removed it from photo 3. */
function fill(db: Db): void {
  for (const id of [1, 2, 3]) writeOldTag(db, id, `engine${id}`, `concept${id}`)
  db.exec(`INSERT INTO tags (id, key, name) VALUES (9, 'safari', 'Safari'), (10, 'gone', 'gone');
    INSERT INTO taggers VALUES ('safari', 'tagger', 1, 'model', 1, 5, 5);
    INSERT INTO taught_classes (id, tagger_id, number, name, name_key, bias, weights)
      VALUES (1, 'safari', 0, 'Safari', 'safari', 0, x'00000000');
    INSERT INTO photo_tags (photo_id, tag_id, source, confidence)
      VALUES (1, 9, 4, 60.5), (2, 9, 4, 70), (2, 9, 2, 100), (3, 9, 4, 80), (1, 10, 4, 90);
    INSERT INTO removed_tags (photo_id, tag_id) VALUES (3, 9)`)
  const write = (id: number, ...numbers: number[]) =>
    db
      .prepare('UPDATE packs SET tag_count = ?, data = ? WHERE photo_id = ?')
      .run(numbers[0], Buffer.from(Uint32Array.from(numbers).buffer), id)
  write(1, 3, 0, 1 * 1024 + 900, 9 * 1024 + 605, 10 * 1024 + 900, 77)
  write(2, 2, 0, 2 * 1024 + 900, 9 * 1024 + 1023, 77)
  write(3, 1, 0, 3 * 1024 + 900, 77)
}

test("unreviewed tags become suggestions; the person's additions and removals stay", () => {
  const catalog = openForTest(makeOldLibrary(4, 3, fill))
  expect(find(catalog, { tags: ['safari'] })).toEqual([2])
  expect(find(catalog, { tags: ['gone'] })).toEqual([])
  expect(find(catalog, { tags: ['engine1'] })).toEqual([1])
  expect(catalog.photos.detail(1).tags.map(({ name }) => name)).toEqual(['engine1'])
  expect(allWaiting(catalog, 'safari')).toEqual([{ photoId: 1, name: 'Safari', confidence: 60.5, addedMs: 1 }])
  expect(catalog.check()).toEqual([])
})
