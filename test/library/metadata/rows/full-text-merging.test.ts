import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../../src-main/base/sqlite/connect.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { find, openForTest, openWithRoot } from '../../catalog/library.ts'

const PHOTOS = 40

function open() {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add(...Array.from({ length: PHOTOS }, (_, i) => `${i}.jpg`))
  const db = connect(join(folder, 'library.db'))
  onTestFinished(() => void db.close())
  /** Parts that make up the full text. */
  const parts = () => db.prepare<[], number>('SELECT count(DISTINCT segid) FROM photo_text_idx').pluck().get()!
  const setCaptions = () =>
    ids.forEach((id) => catalog.changes.apply({ kind: 'caption', ids: [id], text: `gull bird${id}` }))
  return { folder, catalog, ids, db, parts, setCaptions }
}

test('a worker thread merges postponed entries while others write', async () => {
  const { catalog, ids, parts, setCaptions } = open()
  catalog.merging.hold()
  setCaptions()
  expect(parts()).toBeGreaterThan(4)
  const merging = catalog.merging.merge()
  catalog.changes.apply({ kind: 'rate', ids, rating: 3 })
  await merging
  catalog.merging.release()
  expect(parts()).toBeLessThanOrEqual(4)
  expect(find(catalog, { text: 'gull' })).toEqual(ids)
  expect(find(catalog, { text: `bird${ids[20]}` })).toEqual([ids[20]])
  expect(catalog.check()).toEqual([])
})

test('a merge can be stopped', async () => {
  const { catalog, ids, setCaptions } = open()
  catalog.merging.hold()
  setCaptions()
  await catalog.merging.merge(AbortSignal.abort())
  catalog.merging.release()
  expect(find(catalog, { text: 'gull' })).toEqual(ids)
})

test('entries postponed by a killed process are merged after the next opening', () => {
  const { folder, catalog, db } = open()
  const isHeld = () => db.prepare("SELECT v FROM photo_text_config WHERE k = 'automerge'").pluck().get()
  catalog.merging.hold()
  catalog.merging.hold()
  catalog.merging.release()
  expect(isHeld()).toBe(0)
  catalog.close()
  openForTest(folder).close()
  expect(isHeld()).toBe(4)
})
