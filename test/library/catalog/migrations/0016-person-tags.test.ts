import { expect, test } from 'vitest'
import type { Db } from '../../../../src-main/base/sqlite/connect.ts'
import { find, openForTest } from '../library.ts'
import { makeOldLibrary, writeOldTag } from '../old-library.ts'

/**
 * Each photo has the engine's tag; the person tagged photos 1 and 2 themselves, and removed the engine's from photo 3.
 */
function fill(db: Db): void {
  for (const id of [1, 2, 3]) writeOldTag(db, id, `engine${id}`, `concept${id}`)
  db.exec(`INSERT INTO tags (id, key, name) VALUES (9, 'sea', 'sea');
    INSERT INTO photo_tags (photo_id, tag_id, source, confidence) VALUES (1, 9, 2, 100), (2, 9, 2, 100), (2, 9, 3, 100);
    INSERT INTO removed_tags (photo_id, tag_id) VALUES (3, 3)`)
  const pack = db.prepare('UPDATE packs SET tag_count = ?, data = ? WHERE photo_id = ?')
  const write = (id: number, ...numbers: number[]) =>
    pack.run(numbers[0], Buffer.from(Uint32Array.from(numbers).buffer), id)
  const sea = 9 * 1024 + 1023
  write(1, 2, 0, 1 * 1024 + 900, sea, 77)
  write(2, 2, 0, 2 * 1024 + 900, sea, 77)
  write(3, 0, 0, 77)
}

test("in an older catalogue, a person's added and removed tags can still be found, undone and hidden", () => {
  const catalog = openForTest(makeOldLibrary(4, 3, fill))
  expect(find(catalog, { tags: ['sea'] })).toEqual([1, 2])
  expect(find(catalog, { tags: ['engine3'] })).toEqual([])
  expect(find(catalog, { tags: ['engine1'] })).toEqual([1])
  expect(catalog.photos.detail(1).tags.map(({ name, source }) => `${name} ${source}`)).toEqual([
    'sea person',
    'engine1 engine',
  ])
  expect(catalog.photos.detail(3).tags).toEqual([])
  catalog.changes.apply({ kind: 'remove-tag', ids: [1, 2], name: 'sea' })
  expect(find(catalog, { tags: ['sea'] })).toEqual([])
  catalog.changes.apply({ kind: 'add-tag', ids: [3], name: 'engine3' })
  expect(find(catalog, { tags: ['engine3'] })).toEqual([3])
  expect(catalog.check()).toEqual([])
})
