import { expect, test } from 'vitest'
import { openForTest } from '../library.ts'
import { makeOldLibrary } from '../old-library.ts'

test('colour signatures in an older format are deleted, so that none is compared with a new one', () => {
  const catalog = openForTest(
    makeOldLibrary(4, 2, (db) =>
      db.prepare('INSERT INTO color_vectors (photo_id, vector) VALUES (?, ?)').run(1, Buffer.alloc(1176)),
    ),
  )
  expect([...catalog.analysis.colorVectors()]).toEqual([])
  expect(catalog.check()).toEqual([])
})
