import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../../../src-main/sqlite/connect.ts'
import { renewDenormalisedRow } from '../../../../src-main/core/catalog/denormalised/denormalised-rows.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { metadata, oneColor, openWithRoot, saveFound, tag } from '../library.ts'

test('a row of which one tag was renewed is the same as one that is written anew', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add('a.jpg', 'b.jpg', 'c.jpg')
  const [found, read] = ids
  saveFound(catalog, found!, { tags: [tag('b', 50), tag('c', 40), tag('d', 30)], colors: oneColor('#123456', 40) })
  catalog.files.saveMetadata([{ id: read!, metadata: metadata({ keywords: ['c', 'file'] }), width: 1, height: 1 }])
  for (const name of ['c', 'file', 'new', 'b']) {
    catalog.changes.apply({ kind: 'add-tag', ids, name })
    catalog.changes.apply({ kind: 'remove-tag', ids, name })
  }
  for (let i = 0; i < 5; i++) catalog.changes.undo()
  catalog.close()

  const db = connect(join(folder, 'library.db'))
  const rows = () => db.prepare('SELECT photo_id, tag_count, data FROM packs ORDER BY photo_id').all()
  const renewed = rows()
  ids.forEach((id) => renewDenormalisedRow(db, id))
  expect(renewed).toHaveLength(3)
  expect(rows()).toEqual(renewed)
  db.close()
})
