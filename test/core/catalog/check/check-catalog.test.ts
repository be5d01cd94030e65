import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openForTest, openWithRoot, saveTags, tag } from '../library.ts'

test('check names broken references and rows that fit nothing', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [a] = add('a.jpg', 'b.jpg')
  saveTags(catalog, a!, tag('sea', 80))
  catalog.close()
  const db = new Database(join(folder, 'library.db'))
  db.pragma('foreign_keys = OFF')
  db.exec(`DELETE FROM tags; DELETE FROM files WHERE name = 'b.jpg'; DELETE FROM packs`)
  db.close()
  const sentences = openForTest(folder).check().join('\n')
  expect(sentences).toMatch(/belong to something that is gone/)
  expect(sentences).toMatch(/1 photos have no file/)
  expect(sentences).toMatch(/1 photos have tags that the search does not know/)
})
