import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Thumbnails } from '../../../../src-main/library/pictures/rows/thumbnails.ts'
import { connect } from '../../../../src-main/base/sqlite/connect.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openForTest, openWithRoot, saveTags, tag } from '../../catalog/library.ts'

test('a lost or damaged thumbnail file is created again and the pictures become pending', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [id] = add('a.jpg')
  saveTags(catalog, id!, tag('sea', 80))
  catalog.close()
  writeFileSync(join(folder, 'thumbnails.db'), 'broken')
  const again = openForTest(folder)
  expect(again.thumbnails.get(id!)).toBeNull()
  expect(again.photos.tiles([id!])).toMatchObject([{ thumbVersion: 0, status: 'pending' }])
  expect(again.analysis.takePending(1, { first: [], busy: new Set() })).toMatchObject([{ id, steps: ['preview'] }])
  again.analysis.saveOutcome(id!, ['preview'], { ok: true, findings: { thumbnail: new Uint8Array([9]) }, warnings: [] })
  expect(again.photos.tiles([id!])).toMatchObject([{ thumbVersion: 2, status: 'ready' }])
  expect(again.check()).toEqual([])
  expect(existsSync(join(folder, 'thumbnails.db'))).toBe(true)
})

test("a camera's picture is kept until the photo has a thumbnail, and is deleted with the photo", () => {
  const thumbnails = new Thumbnails(join(tempFolder(), 'thumbnails.db'), 'a')
  const picture = { bytes: new Uint8Array([1, 2]) }
  thumbnails.putCameraPictures([1, 2, 3].map((id) => ({ id, picture })))
  expect(thumbnails.cameraPicture(1)).toMatchObject({ bytes: Buffer.from([1, 2]) })
  thumbnails.put(1, new Uint8Array([9]))
  expect(thumbnails.cameraPicture(1)).toBeNull()
  thumbnails.putCameraPictures([
    { id: 1, picture },
    { id: 2, picture: null },
  ])
  expect([1, 2].map((id) => thumbnails.cameraPicture(id))).toEqual([null, null])
  thumbnails.remove([3])
  expect(thumbnails.cameraPicture(3)).toBeNull()
  thumbnails.close()
})

test('a thumbnail file from before such pictures keeps its thumbnails', () => {
  const path = join(tempFolder(), 'thumbnails.db')
  const before = new Thumbnails(path, 'a')
  before.put(1, new Uint8Array([9]))
  before.close()
  const db = connect(path)
  db.exec('DROP TABLE camera_pictures')
  db.close()
  const after = new Thumbnails(path, 'a')
  expect(after.get(1)).toEqual(Buffer.from([9]))
  expect(after.cameraPicture(1)).toBeNull()
  after.close()
})
