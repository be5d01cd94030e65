import { expect, test } from 'vitest'
import { inBreaks } from '../../../src-main/library/editing/in-breaks.ts'
import { openEditing } from './editing-library.ts'

test('a summary has what the photos share, how much they differ, and the range of their dates', async () => {
  const { catalog, ids } = openEditing({
    'a.jpg': { takenAt: '2023-07-01T23:30:00', offset: '+02:00', city: 'Wien', cameraModel: 'X-T5', credit: 'Me' },
    'b.jpg': { takenAt: '2024-01-15T12:00:00', city: 'Wien', cameraModel: 'X-T5', latitude: 1, longitude: 2 },
    'c.jpg': { city: 'Wien' },
  })
  catalog.changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 3 })
  catalog.changes.apply({ kind: 'fields', ids: [ids[2]!], values: { city: 'Wien', headline: 'H' } })
  const summary = await inBreaks(catalog.editing.summarise(ids))
  expect(summary).toMatchObject({
    count: 3,
    position: { value: null, values: 2, filled: 1, given: 0 },
    ratings: [
      { value: 0, count: 2 },
      { value: 3, count: 1 },
    ],
    dates: { earliest: '2023-07-01T23:30:00', latest: '2024-01-15T12:00:00', days: 2, undated: 1, given: 0 },
    bytes: 3003,
    failed: 0,
    cameras: [{ value: 'X-T5', count: 2 }],
  })
  expect(summary.texts).toMatchObject({
    city: { value: 'Wien', values: 1, filled: 3, given: 1 },
    credit: { value: null, values: 2, filled: 1, given: 0 },
    headline: { value: null, values: 2, filled: 1, given: 1 },
    title: { value: null, values: 1, filled: 0, given: 0 },
  })
})
