import { expect, test } from 'vitest'
import { openForTest } from '../library.ts'
import { makeOldLibrary } from '../old-library.ts'

test('only pictures that may hold a film are read again', () => {
  const catalog = openForTest(
    makeOldLibrary(51, 3, (db) => {
      db.exec('UPDATE photos SET needs_metadata = 0')
      const format = db.prepare('UPDATE files SET format = ? WHERE photo_id = ?')
      for (const [at, name] of ['jpeg', 'nef', 'heic'].entries()) format.run(name, at + 1)
    }),
  )
  expect(
    catalog.files
      .withoutMetadata(10)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([1, 3])
  expect(catalog.files.filmWithin(1)).toBeNull()
})
