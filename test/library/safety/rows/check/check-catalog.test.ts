import { say } from '../../../../../src-main/contract/sentences/say.ts'
import { inEnglish } from '../../../../../src-main/contract/sentences/write-text.ts'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { find, openForTest, openWithRoot, saveTags, tag } from '../../../catalog/library.ts'

/** Changes a closed catalogue as no program should. */
function changeDirectly(folder: string, sql: string) {
  const db = new Database(join(folder, 'library.db'))
  db.pragma('foreign_keys = OFF')
  db.exec(sql)
  db.close()
}

/** Two photos, the first with the tag "sea" and 4 stars; closed. */
function makeSmall() {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add('a.jpg', 'b.jpg')
  saveTags(catalog, ids[0]!, tag('sea', 80))
  catalog.changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 4 })
  catalog.close()
  return { folder, ids }
}

const messages = (catalog: ReturnType<typeof openForTest>) => catalog.check().map(({ message }) => inEnglish(message))

test('a sound catalogue has nothing to report', () => {
  expect(openForTest(makeSmall().folder).check()).toEqual([])
})

test.each([
  [
    'DELETE FROM tags; UPDATE packs SET tag_count = 0',
    /Rows in photo_tags that belong to something in tags that is gone: 1\./,
  ],
  ["UPDATE files SET is_main = 0 WHERE name = 'b.jpg'", /1 photo without a main file/],
  ['DELETE FROM packs', /1 photo with tags that the search does not know/],
  ["INSERT INTO photo_text (photo_text) VALUES ('delete-all')", /2 photos that cannot be found by name/],
  ['UPDATE photos SET step_set = 77', /2 photos with an unknown set of steps/],
  ["UPDATE photos SET rating = 77, width = 'wide' WHERE id = 2", /1 photo with impossible values \(ids 2\)/],
  ['UPDATE photos SET is_missing = 1', /2 photos with a wrong record of whether the file is there/],
])('%s is found and repaired', (sql, message) => {
  const { folder, ids } = makeSmall()
  changeDirectly(folder, sql)
  const catalog = openForTest(folder)
  expect(messages(catalog).join('\n')).toMatch(message)
  expect(catalog.repair().length).toBeGreaterThan(0)
  expect(catalog.check()).toEqual([])
  expect(catalog.photos.tiles(ids)).toHaveLength(2)
  expect(find(catalog, { ratingFrom: 4 })).toEqual([ids[0]])
  catalog.close()
  expect(openForTest(folder).check()).toEqual([])
})

test('a repair removes no photo, file or folder, whatever they belonged to', () => {
  const { folder } = makeSmall()
  changeDirectly(folder, 'DELETE FROM folders')
  const catalog = openForTest(folder)
  expect(catalog.check().some(({ isRepairable }) => !isRepairable)).toBe(true)
  catalog.repair()
  expect(messages(catalog).join('\n')).toMatch(/Rows in files that belong to something in folders that is gone/)
})

test('lost thumbnails are made again, those of deleted photos are removed', () => {
  const { folder, ids } = makeSmall()
  const db = new Database(join(folder, 'thumbnails.db'))
  db.exec("DELETE FROM thumbnails; INSERT INTO thumbnails VALUES (900, x'00')")
  db.close()
  const catalog = openForTest(folder)
  expect(messages(catalog)).toEqual(['Thumbnails that are gone: 1.'])
  expect(catalog.repair()).toEqual([
    say('repairs.thumbnailsAgain', { count: 1 }),
    say('repairs.thumbnailsRemoved', { count: 1 }),
  ])
  expect(catalog.photos.tiles([ids[0]!])).toMatchObject([{ status: 'pending', thumbVersion: 0, rating: 4 }])
  expect(catalog.check()).toEqual([])
})

test('one damaged row affects only its own photo and its place in the page, and is named', () => {
  const { folder, ids } = makeSmall()
  changeDirectly(folder, 'UPDATE photos SET rating = 77 WHERE id = 2')
  const catalog = openForTest(folder)
  expect(catalog.photos.tiles(ids).map(({ id }) => id)).toEqual([1])
  expect(catalog.health.lostPhotos()).toEqual([2])
  expect(catalog.health.condition()).toBe('sound')
})
