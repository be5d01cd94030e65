import { expect, test } from 'vitest'
import { find, openForTest, pendingIds, statusOf } from '../library.ts'
import { makeOldLibrary } from '../old-library.ts'

test('after the update, files of an unmounted root are offline, no longer missing', () => {
  const folder = makeOldLibrary(6, 2, (db) =>
    db.exec(`
      UPDATE photos SET pending = 1;
      INSERT INTO folders VALUES (2, NULL, 2, 'drive', '');
      INSERT INTO folder_text (rowid, name) VALUES (2, 'drive');
      INSERT INTO roots (folder_id, path, is_available) VALUES (2, '/drive', 0);
      UPDATE files SET folder_id = 2, is_missing = 1 WHERE photo_id = 2;
      UPDATE photos SET is_missing = 1 WHERE id = 2`),
  )
  const catalog = openForTest(folder)
  expect([statusOf(catalog, 1), statusOf(catalog, 2)]).toEqual(['pending', 'offline'])
  expect(pendingIds(catalog)).toEqual([1])
  expect(catalog.files.withoutMetadata(9).map((photo) => photo.id)).toEqual([1])
  expect(find(catalog, { statuses: ['offline'] })).toEqual([2])
  catalog.folders.setAvailable(2, true)
  expect(pendingIds(catalog)).toEqual([2, 1])
  expect(catalog.check()).toEqual([])
})
