import { expect, test } from 'vitest'
import { WallTime } from '../../../../src-main/contract/library/date-change.ts'
import { find, metadata, openWithRoot } from '../../catalog/library.ts'

test("a person's date wins over the file's, now and later, and an undo reverts it", () => {
  const { catalog, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg') as [number, number]
  const read = (takenAt: string | null) =>
    catalog.files.saveMetadata([{ id: a, metadata: metadata({ takenAt, offset: '+02:00' }), width: 1, height: 1 }])
  const dates = () => catalog.photos.tiles([a, b]).map(({ takenAt }) => takenAt)
  read('2020-05-01T10:00:00')
  expect(dates()).toEqual(['2020-05-01T10:00:00', null])

  catalog.changes.apply({ kind: 'taken-at', ids: [a, b], takenAt: '2022-07-04T18:30:00' })
  expect(dates()).toEqual(['2022-07-04T18:30:00', '2022-07-04T18:30:00'])
  expect(find(catalog, { takenFrom: '2022-07-04', takenTo: '2022-07-04' })).toEqual([a, b])
  expect(catalog.photos.detail(a).metadata).toMatchObject({ takenAt: '2022-07-04T18:30:00', offset: null })
  read('2020-05-01T11:11:11')
  expect(dates()[0]).toBe('2022-07-04T18:30:00')
  expect(catalog.search.days({}, 'desc')).toEqual([{ day: '2022-07-04', count: 2 }])

  catalog.changes.undo()
  expect(dates()).toEqual(['2020-05-01T11:11:11', null])
  expect(catalog.search.days({}, 'desc')).toEqual([
    { day: '2020-05-01', count: 1 },
    { day: null, count: 1 },
  ])
  catalog.changes.redo()
  catalog.changes.apply({ kind: 'taken-at', ids: [a, b], takenAt: null })
  expect(dates()).toEqual(['2020-05-01T11:11:11', null])
})

test('an invalid date is refused, and nothing changes', () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('a.jpg') as [number]
  for (const takenAt of ['2022-13-44T99:00:00', '2023-02-29T10:00:00', '2024-04-31T10:00:00', '2024-02-28T24:00:00']) {
    expect(() => catalog.changes.apply({ kind: 'taken-at', ids: [a], takenAt })).toThrow('is no date and time')
    expect(WallTime.safeParse(takenAt).success).toBe(false)
  }
  expect(catalog.photos.tiles([a])[0]!.takenAt).toBeNull()
})
