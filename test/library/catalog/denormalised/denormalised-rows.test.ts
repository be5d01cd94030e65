import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../../../src-main/base/sqlite/connect.ts'
import { renewDenormalisedRow } from '../../../../src-main/library/catalog/denormalised/denormalised-rows.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { find, metadata, oneColor, openForTest, openWithRoot, saveFound, tag } from '../library.ts'

const names = ['b', 'c', 'd', 'file', 'new']
const shown = (catalog: ReturnType<typeof openForTest>) => names.map((name) => find(catalog, { tags: [name] }))

test("a person's tag changes write no row; the index follows, and a fresh load gives the same results", () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add('a.jpg', 'b.jpg', 'c.jpg')
  const [found, read] = ids
  saveFound(catalog, found!, { tags: [tag('b', 50), tag('c', 40), tag('d', 30)], colors: oneColor('#123456', 40) })
  catalog.files.saveMetadata([{ id: read!, metadata: metadata({ keywords: ['c', 'file'] }), width: 1, height: 1 }])
  const db = connect(join(folder, 'library.db'))
  const rows = () => db.prepare('SELECT photo_id, tag_count, data FROM packs ORDER BY photo_id').all()
  const before = rows()
  for (const name of ['c', 'file', 'new', 'b']) {
    catalog.changes.apply({ kind: 'add-tag', ids, name })
    shown(catalog)
    catalog.changes.apply({ kind: 'remove-tag', ids, name })
  }
  for (let i = 0; i < 5; i++) {
    catalog.changes.undo()
    shown(catalog)
  }
  const followed = shown(catalog)
  catalog.close()

  expect(followed).toEqual([[found], [], [found], ids, []])
  expect(rows()).toEqual(before)
  ids.forEach((id) => renewDenormalisedRow(db, id))
  expect(rows()).toHaveLength(3)
  db.close()
  expect(shown(openForTest(folder))).toEqual(followed)
})
