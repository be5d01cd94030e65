import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { People } from '../../../src-main/core/people/people.ts'
import { unnameFaces } from '../../../src-main/core/people/face-changes.ts'
import { upTo } from '../../fixtures/clusters.ts'
import { openKeywords } from '../keywords/keyword-library.ts'

test('photos with names are queued a thousand at a time once names are written, and other calls come in between', async () => {
  const { catalog, changes, ids } = openKeywords(...upTo(2500).map(() => []))
  const face = { x: 0.1, y: 0.1, width: 0.2, height: 0.2, name: 'Anna', isIgnored: false, not: [] }
  catalog.changes.apply({ kind: 'faces', faces: [face], ids })
  catalog.settings.set({ metadataWriting: 'sidecars' })
  const queued: string[] = []
  const enqueue = vi.spyOn(catalog.metadataWrites, 'enqueue').mockImplementation((some) => {
    queued.push(`${some.length} photos`)
  })
  const nothing = () => undefined
  const people = new People({
    catalog,
    changes,
    hub: { publish: nothing },
    keeper: { schedule: nothing, forget: async () => undefined, isGrouping: false, grouped: 0 },
    hasModel: () => true,
    onSwitched: async () => undefined,
    onWriting: () => void queued.push('written'),
  })
  const set = people.setWriting(true)
  await setImmediate()
  queued.push('another call')
  await set
  expect(queued).toEqual(['1000 photos', '1000 photos', 'another call', '500 photos', 'written'])
  expect(enqueue.mock.calls.flatMap(([some]) => some)).toEqual(ids)
})

test('a face that only its file names is said not to be theirs, and what else was said of faces stays', async () => {
  const area = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
  const other = { ...area, x: 0.6, name: 'Ben', isIgnored: false, not: ['Anna'] }
  const parts = await unnameFaces(
    {
      photosNaming: () => [7],
      statements: () => new Map([[7, [other]]]),
      foundOn: () => [area],
      namesOn: () => [{ ...area, name: 'Anna', isFromFile: true }],
    },
    { id: 1, name: 'Anna' },
  )
  const refused = { ...area, name: null, isIgnored: false, not: ['Anna'] }
  expect(parts).toEqual([{ change: { kind: 'faces', faces: [other, refused] }, ids: [7] }])
})
