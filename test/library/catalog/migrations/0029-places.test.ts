import { expect, test } from 'vitest'
import type { Db } from '../../../../src-main/base/sqlite/connect.ts'
import { find, openForTest } from '../library.ts'
import { makeOldLibrary } from '../old-library.ts'

/** Metadata as older programs stored it; photo 5 has none. */
function fill(db: Db): void {
  const insert = db.prepare('INSERT INTO metadata (photo_id, data) VALUES (?, ?)')
  insert.run(1, JSON.stringify({ latitude: 38.7, longitude: -9.1 }))
  insert.run(2, JSON.stringify({ latitude: 0, longitude: 0 }))
  insert.run(3, JSON.stringify({ city: 'Rome', country: 'Italy' }))
  insert.run(4, JSON.stringify({ latitude: 138.7, longitude: -9.1, title: 'off the earth' }))
}

test('photos of an older catalogue have positions, and wait for place names', () => {
  const catalog = openForTest(makeOldLibrary(4, 5, fill))
  expect(find(catalog, { text: 'is:located' })).toEqual([1])
  expect(catalog.places.unplaced(9)).toEqual([
    { id: 3, latitude: null, longitude: null, city: 'Rome', country: 'Italy' },
    { id: 1, latitude: 38.7, longitude: -9.1, city: null, country: null },
  ])
  expect(catalog.check()).toEqual([])
})
