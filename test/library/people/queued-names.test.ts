import { expect, test } from 'vitest'
import type { Catalog } from '../../../src-main/library/catalog/catalog.ts'
import type { PersonChanges } from '../../../src-main/library/history/person-changes.ts'
import { unnameFaces } from '../../../src-main/library/people/face-changes.ts'
import { People } from '../../../src-main/library/people/people.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { upTo } from '../../fixtures/clusters.ts'
import { openForTest, openWithRoot } from '../catalog/library.ts'
import { changesOf } from '../keywords/keyword-library.ts'

const nothing = () => undefined
const writingOf = (catalog: Catalog, changes: PersonChanges) =>
  new People({
    catalog,
    changes,
    hub: { publish: nothing },
    finder: { schedule: nothing, forget: async () => undefined, isGrouping: false, grouped: 0 },
    hasModel: () => true,
    onSwitched: async () => undefined,
    onWriting: nothing,
  })

test('once names are to be written, photos with names are queued in pieces, even after a stop in between', async () => {
  const folder = tempFolder('names')
  const { catalog, add } = openWithRoot(folder)
  const ids = add(...upTo(5).map((at) => `photo-${at}.jpg`))
  const named = ids.slice(0, 4)
  const face = { x: 0.1, y: 0.1, width: 0.2, height: 0.2, name: 'Anna', isIgnored: false, not: [] }
  catalog.changes.apply({ kind: 'faces', faces: [face], ids: named })
  catalog.settings.set({ metadataWriting: 'sidecars' })
  writingOf(catalog, changesOf(catalog).changes).setWriting(true)
  expect(catalog.metadataWrites.nextDueMs(0, [])).toBe(0)
  expect(catalog.metadataWrites.enqueueRest(3)).toBe(true)
  expect(catalog.metadataWrites.counts().pending).toBe(3)
  catalog.close()
  const later = openForTest(folder)
  expect(later.metadataWrites.enqueueRest(3)).toBe(true)
  expect(later.metadataWrites.enqueueRest(3)).toBe(false)
  expect(later.metadataWrites.counts().pending).toBe(4)
})

test('choosing to write names interrupts no run for all work, and queues nothing if the library writes nothing', () => {
  const { catalog, add } = openWithRoot()
  const ids = add('rated.jpg', 'plain.jpg')
  catalog.changes.apply({ kind: 'rate', rating: 3, ids: ids.slice(0, 1) })
  writingOf(catalog, changesOf(catalog).changes).setWriting(false)
  expect(catalog.metadataWrites.enqueueRest(9)).toBe(false)
  catalog.changes.apply({ kind: 'metadata-writing', mode: 'sidecars', ids: [0] })
  writingOf(catalog, changesOf(catalog).changes).setWriting(true)
  while (catalog.metadataWrites.enqueueRest(9));
  expect(catalog.metadataWrites.counts().pending).toBe(1)
})

test("a face named only by its file can be marked as someone else's; other decisions about faces stay", async () => {
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
