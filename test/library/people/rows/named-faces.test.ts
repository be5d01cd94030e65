import { reads } from '../../../fixtures/reads.ts'
import { expect, test } from 'vitest'
import { find, metadata } from '../../catalog/library.ts'
import { foundFace, openWithFaces, statementOn, saveFaces, say, SIZE } from './people.ts'

const region = (name: string | null, x: number, y: number, width: number, height: number) => ({
  type: 'face' as const,
  name,
  x,
  y,
  width,
  height,
})

test('named faces are found, counted and completed, and undone and redone', () => {
  const { catalog, ids } = openWithFaces('a.jpg', 'b.jpg', 'c.jpg')
  const [a, b] = ids as [number, number, number]
  say(catalog, [
    [a, [statementOn(100, 100, { name: 'Anna Maria' }), statementOn(600, 100, { name: 'Ben' })]],
    [b, [statementOn(100, 100, { name: 'Anna Maria' })]],
  ])
  expect(find(catalog, { text: 'person:anna' })).toEqual([a, b])
  expect(find(catalog, { text: 'person:maria person:ben' })).toEqual([a])
  expect(find(catalog, { text: 'person="anna maria"' })).toEqual([a, b])
  expect(find(catalog, { text: 'is:named -person:ben' })).toEqual([b])
  expect(find(catalog, { text: 'maria' })).toEqual([a, b])
  expect(catalog.search.facets({}).people).toEqual([
    { person: 'Anna Maria', count: 2 },
    { person: 'Ben', count: 1 },
  ])
  expect(catalog.search.complete('an', 'person', 5)).toMatchObject([{ value: 'Anna Maria', count: 2 }])
  expect(catalog.photos.detail(a).people.map(({ name }) => name)).toEqual(['Anna Maria', 'Ben'])
  catalog.changes.undo()
  expect(find(catalog, { text: 'is:named' })).toEqual([])
  expect(find(catalog, { text: 'maria' })).toEqual([])
  expect(catalog.photos.detail(a).people.map(({ name }) => name)).toEqual([null, null])
  catalog.changes.redo()
  expect(find(catalog, { text: 'person:ben' })).toEqual([a])
  expect(catalog.changes.history(1)[0]).toMatchObject({ sentence: reads('Named 2 faces “Anna”'), count: 2 })
})

test('names in files count if their box fits one face, and the person’s decision wins', () => {
  const { catalog, ids } = openWithFaces('a.jpg', 'b.jpg')
  const [a, b] = ids as [number, number]
  // around the full head, as some programs draw it; the second is far from any face
  const regions = [region('Carl', 0.08, 0.15, 0.14, 0.28), region('Dora', 0.4, 0.7, 0.1, 0.2)]
  for (const id of [a, b])
    catalog.files.saveMetadata([{ id, metadata: metadata({ regions, people: ['Carl', 'Dora'] }), ...SIZE }])
  expect(catalog.people.namesOn(a)).toMatchObject([{ name: 'Carl', isFromFile: true, x: 0.1 }])
  expect(find(catalog, { text: 'person:carl' })).toEqual([a, b])
  expect(find(catalog, { text: 'person:dora' })).toEqual([])
  say(catalog, [[a, [statementOn(100, 100, { name: 'Karl' })]]])
  expect(catalog.people.namesOn(a)).toMatchObject([{ name: 'Karl', isFromFile: false }])
  say(catalog, [[b, [statementOn(100, 100, { not: ['carl'] })]]])
  expect(catalog.people.namesOn(b)).toEqual([])
})

test('a box that fits two faces names none', () => {
  const { catalog, ids } = openWithFaces('a.jpg')
  const [a] = ids as [number]
  saveFaces(catalog, a, [foundFace(100, 100), foundFace(130, 100)])
  catalog.files.saveMetadata([
    { id: a, metadata: metadata({ regions: [region('Carl', 0.11, 0.2, 0.1, 0.2)] }), ...SIZE },
  ])
  expect(catalog.people.namesOn(a)).toEqual([])
})

test('faces found again keep their names, and other capitals mean the same person', () => {
  const { catalog, ids } = openWithFaces('a.jpg')
  const [a] = ids as [number]
  say(catalog, [[a, [statementOn(600, 100, { name: 'Anna' })]]])
  saveFaces(catalog, a, [foundFace(590, 108, 110), foundFace(100, 100)])
  expect(catalog.photos.detail(a).people.map(({ name }) => name)).toEqual(['Anna', null])
  say(catalog, [[a, [statementOn(100, 100, { name: ' ANNA ' }), statementOn(600, 100, { name: 'Anna' })]]])
  expect(catalog.people.people().map(({ name }) => name)).toEqual(['Anna'])
})

test('photos of a private person are concealed like private ones, until an undo', () => {
  const { catalog, ids } = openWithFaces('a.jpg', 'b.jpg')
  const [a, b] = ids as [number, number]
  say(catalog, [[a, [statementOn(100, 100, { name: 'Anna' })]]])
  catalog.search.conceal({ sensitive: false, private: true, withoutVerdict: false })
  expect(find(catalog, {})).toEqual([a, b])
  catalog.changes.apply({ kind: 'person', name: 'Anna', neverSuggest: false, isPrivate: true, ids: [0] })
  expect(find(catalog, {})).toEqual([b])
  expect(catalog.search.onlyShown([{ photoId: a }])).toEqual([])
  expect(catalog.photos.tiles([a, b]).map(({ isPrivate }) => isPrivate)).toEqual([true, false])
  catalog.changes.undo()
  expect(find(catalog, {})).toEqual([a, b])
})
