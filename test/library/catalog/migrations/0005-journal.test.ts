import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import type { Db } from '../../../../src-main/base/sqlite/connect.ts'
import { openForTest } from '../library.ts'
import { makeOldLibrary } from '../old-library.ts'

/** Three photos with 5 stars, two with a tag, and three changes, the last one undone. */
function fill(db: Db): void {
  db.exec("UPDATE photos SET rating = 5, is_rated = 1; INSERT INTO tags (id, key, name) VALUES (1, 'sea', 'sea')")
  db.exec('INSERT INTO photo_tags (photo_id, tag_id, source, confidence) VALUES (1, 1, 2, 100), (2, 1, 2, 100)')
  const insert = db.prepare('INSERT INTO changes (at_ms, kind, change, before, undone_ms) VALUES (?, ?, ?, ?, ?)')
  const ratings = [
    { id: 1, rating: 3, isRated: 1 },
    { id: 3, rating: 0, isRated: 0 },
    { id: 2, rating: 1, isRated: 1 },
  ]
  const rate = { kind: 'rate', ids: [1, 3, 2], rating: 5 }
  insert.run(10, 'rate', JSON.stringify(rate), JSON.stringify({ ratings }), null)
  const photos = [1, 2].map((id) => ({ id, isGiven: false, isRemoved: false }))
  const addTag = { kind: 'add-tag', ids: [1, 2], name: 'sea' }
  insert.run(20, 'add-tag', JSON.stringify(addTag), JSON.stringify({ tag: 'sea', photos }), null)
  const again = { kind: 'rate', ids: [1], rating: 4 }
  insert.run(30, 'rate', JSON.stringify(again), JSON.stringify({ ratings: [{ id: 1, rating: 5, isRated: 1 }] }), 40)
}

test('changes of the first version are listed, undone and redone', () => {
  const catalog = openForTest(makeOldLibrary(4, 3, fill))
  const listed = catalog.changes.history(9)
  expect(
    listed.map(({ id, atMs, sentence, count, isUndone }) => ({
      id,
      atMs,
      sentence: inEnglish(sentence),
      count,
      isUndone,
    })),
  ).toEqual([
    { id: 3, atMs: 30, sentence: 'Rated 1 photo with 4 stars', count: 1, isUndone: true },
    { id: 2, atMs: 20, sentence: 'Added the tag “sea” to 2 photos', count: 2, isUndone: false },
    { id: 1, atMs: 10, sentence: 'Rated 3 photos with 5 stars', count: 3, isUndone: false },
  ])
  const ratings = () => catalog.photos.tiles([1, 2, 3]).map((tile) => tile.rating)
  expect(catalog.changes.redo(3).ids).toEqual([1])
  expect(ratings()).toEqual([4, 5, 5])
  catalog.changes.undo()
  expect(catalog.changes.undo().ids).toEqual([1, 2])
  expect(catalog.photos.detail(1).tags).toEqual([])
  expect(catalog.changes.undo().ids).toEqual([1, 2, 3])
  expect(ratings()).toEqual([3, 1, 0])
})
