import { expect, test } from 'vitest'
import { openEditing } from './editing-library.ts'

test('texts have line breaks as files have them, and a title has one line', () => {
  const { catalog, ids } = openEditing({ 'a.jpg': {} })
  catalog.changes.apply({ kind: 'caption', ids, text: ' one\r\ntwo\rthree ' })
  catalog.changes.apply({ kind: 'title', ids, text: 'one\r\ntwo' })
  catalog.changes.apply({ kind: 'creator', ids, text: 'Zoë;\nBo' })
  expect(catalog.photos.detail(ids[0]!).metadata).toMatchObject({
    caption: 'one\ntwo\nthree',
    title: 'one two',
    creator: 'Zoë; Bo',
  })
})
