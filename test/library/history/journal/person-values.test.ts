import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { find, metadata, openWithRoot } from '../../catalog/library.ts'

const openPhotos = () => {
  const { catalog, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg') as [number, number]
  const fileSays = (id: number, part: Parameters<typeof metadata>[0]) =>
    catalog.files.saveMetadata([{ id, metadata: metadata(part), width: 1, height: 1 }])
  return { catalog, a, b, fileSays }
}

test('labels and picks are found, counted and undone', () => {
  const { catalog, a, b } = openPhotos()
  catalog.changes.apply({ kind: 'label', ids: [a, b], label: ' Red ' })
  catalog.changes.apply({ kind: 'label', ids: [b], label: 'Green' })
  catalog.changes.apply({ kind: 'pick', ids: [a], pick: 1 })
  catalog.changes.apply({ kind: 'pick', ids: [b], pick: -1 })
  expect(catalog.photos.tiles([a, b])).toMatchObject([
    { label: 'Red', pick: 1 },
    { label: 'Green', pick: -1 },
  ])
  expect([find(catalog, { labels: ['Red'] }), find(catalog, { picks: [-1] }), find(catalog, { picks: [0] })]).toEqual([
    [a],
    [b],
    [],
  ])
  expect(catalog.search.facets({})).toMatchObject({
    labels: [
      { label: 'Green', count: 1 },
      { label: 'Red', count: 1 },
    ],
    picks: [
      { pick: -1, count: 1 },
      { pick: 1, count: 1 },
    ],
  })
  for (let i = 0; i < 3; i++) catalog.changes.undo()
  expect(catalog.photos.tiles([a, b])).toMatchObject([
    { label: 'Red', pick: 0 },
    { label: 'Red', pick: 0 },
  ])
  catalog.changes.undo()
  expect(find(catalog, { labels: [''] })).toEqual([a, b])
  expect(catalog.changes.history(4).map(({ sentence }) => inEnglish(sentence))).toEqual([
    'Rejected 1 photo',
    'Picked 1 photo',
    'Gave 1 photo the label “Green”',
    'Gave 2 photos the label “Red”',
  ])
})

test("the file's pick counts until the person sets one", () => {
  const { catalog, a, fileSays } = openPhotos()
  const pick = () => catalog.photos.tiles([a])[0]?.pick
  fileSays(a, { pick: -1 })
  expect(pick()).toBe(-1)
  catalog.changes.apply({ kind: 'pick', ids: [a], pick: 1 })
  fileSays(a, { pick: 0 })
  expect(pick()).toBe(1)
  catalog.changes.undo()
  expect(pick()).toBe(0)
})

test("the file's label counts until the person sets one, and again after an undo", () => {
  const { catalog, a, fileSays } = openPhotos()
  const label = () => catalog.photos.tiles([a])[0]?.label
  fileSays(a, { label: 'Winner' })
  expect(label()).toBe('Winner')
  catalog.changes.apply({ kind: 'label', ids: [a], label: '' })
  fileSays(a, { label: 'Second' })
  expect(label()).toBe('')
  catalog.changes.undo()
  expect(label()).toBe('Second')
  expect([find(catalog, { text: 'second' }), find(catalog, { text: 'winner' })]).toEqual([[a], []])
})

test('a title and a caption win over those of the file, are found by their words, and can be undone', () => {
  const { catalog, a, b, fileSays } = openPhotos()
  fileSays(a, { title: 'Morning', caption: 'At the lake' })
  const texts = (id: number) => {
    const { title, caption } = catalog.photos.detail(id).metadata
    return [title, caption]
  }
  catalog.changes.apply({ kind: 'title', ids: [a, b], text: 'Evening' })
  catalog.changes.apply({ kind: 'caption', ids: [a], text: '' })
  expect([texts(a), texts(b)]).toEqual([
    ['Evening', ''],
    ['Evening', null],
  ])
  expect(find(catalog, { text: 'evening' })).toEqual([a, b])
  expect([find(catalog, { text: 'morning' }), find(catalog, { text: 'lake' })]).toEqual([[], []])
  fileSays(a, { title: 'Noon', caption: 'At the lake' })
  expect(find(catalog, { text: 'noon' })).toEqual([])
  catalog.changes.undo()
  catalog.changes.undo()
  expect([texts(a), texts(b)]).toEqual([
    ['Noon', 'At the lake'],
    [null, null],
  ])
  expect([find(catalog, { text: 'noon lake' }), find(catalog, { text: 'evening' })]).toEqual([[a], []])
  expect(catalog.check()).toEqual([])
})
