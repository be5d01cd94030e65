import { expect, test } from 'vitest'
import { openForTest } from '../library.ts'
import { makeOldLibrary } from '../old-library.ts'

test('only camcorder films, and photos with a picture beside their RAW file, are read again', () => {
  const catalog = openForTest(
    makeOldLibrary(52, 4, (db) => {
      db.exec(`UPDATE photos SET needs_metadata = 0;
        UPDATE files SET name = '1.MTS' WHERE photo_id = 1;
        -- Files that may hold a crop are read once more for that.
        UPDATE files SET name = '2.gif', format = 'gif' WHERE photo_id = 2;
        UPDATE files SET name = '3.NEF' WHERE photo_id = 3;
        UPDATE files SET photo_id = 3, is_main = 0 WHERE photo_id = 4;
        DELETE FROM photos WHERE id = 4`)
    }),
  )
  const unread = catalog.files.withoutMetadata(10)
  expect(unread.map(({ id }) => id).toSorted()).toEqual([1, 3])
  expect(unread.find(({ id }) => id === 3)?.picture).toMatch(/4\.jpg$/)
})
