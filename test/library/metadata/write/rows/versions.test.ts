import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isOfAnother } from '../../../../../src-main/library/metadata/write/rows/others-sidecars.ts'
import { connect } from '../../../../../src-main/base/sqlite/connect.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { openWithRoot, saveFound } from '../../../catalog/library.ts'

const nothing = { values: {}, added: [], removed: [] }

function open() {
  const folder = tempFolder()
  const { catalog, root, add } = openWithRoot(folder)
  const ids = add('a.jpg', 'b.jpg')
  const db = connect(join(folder, 'library.db'))
  onTestFinished(() => void db.close())
  const number = (sql: string) => db.prepare<[], number>(sql).pluck().get()
  const total = () => number('SELECT bytes FROM metadata_versions_total')
  const sum = () => number('SELECT coalesce(sum(bytes), 0) FROM metadata_versions')
  const write = (photoId: number, bytes: number) =>
    catalog.metadataWrites.begin([
      {
        photoId,
        target: 'sidecar',
        beforeHash: '1',
        afterHash: '2',
        writtenBefore: nothing,
        writtenAfter: nothing,
        patch: new Uint8Array(bytes),
      },
    ])
  return { catalog, root, ids, db, total, sum, write }
}

test('the size of stored former contents is known without adding them up', () => {
  const { catalog, root, ids, total, sum, write } = open()
  expect(total()).toBe(0)
  for (const id of ids) for (let count = 0; count < 60; count++) write(id, 1000 * id)
  expect(total()).toBeGreaterThan(150_000)
  expect(total()).toBe(sum())
  catalog.folders.removeRoot(root.id)
  expect([total(), sum()]).toEqual([0, 0])
})

test('the oldest former contents are deleted if all take too much space', () => {
  const { ids, db, total, sum, write } = open()
  write(ids[0]!, 1000)
  db.exec('UPDATE metadata_versions_total SET bytes = bytes + 512 * 1024 * 1024 - 900')
  write(ids[1]!, 1000)
  expect(sum()).toBe(0)
  expect(total()).toBe(512 * 1024 * 1024 - 900)
})

test('a file and its sidecar stay assigned when former contents are deleted', () => {
  const { catalog, ids, db, sum, write } = open()
  const [a, b] = ids
  saveFound(catalog, a!, { contentHash: 'content', imageHash: '1:image' })
  const file = db.prepare<[number], { id: number; folder_id: number }>(
    'SELECT id, folder_id FROM files WHERE photo_id = ?',
  )
  const { id: fileId, folder_id: folderId } = file.get(a!)!
  for (let count = 0; count < 60; count++) write(a!, 1000)
  const written = { values: { rating: { written: 3, before: null } }, added: [], removed: [] }
  const adopted = { values: {}, droppedAdded: [], droppedRemoved: [] }
  const target = { target: 'sidecar', hash: 'last', written, adopted, conflicts: [] } as const
  catalog.metadataWrites.finish([{ photoId: a!, revision: 1, fileId, targets: [target], isDone: false }])
  db.exec('UPDATE metadata_versions_total SET bytes = bytes + 512 * 1024 * 1024')
  write(b!, 1000)
  expect(sum()).toBe(0)
  expect(isOfAnother(db, { photoId: b!, folderId, name: 'b.jpg' }, 'last')).toBe(true)
  expect(isOfAnother(db, { photoId: a!, folderId, name: 'a.jpg' }, 'last')).toBe(false)
  expect(catalog.files.evidence(fileId)).toMatchObject({ contentHash: 'content', imageHash: '1:image' })
})
