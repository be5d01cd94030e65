import { expect, test } from 'vitest'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { reunite } from '../../../../src-main/library/ingest/reconcile/reunite.ts'
import { fingerprints, metadata, openWithRoot, statusOf } from '../../catalog/library.ts'

const HASH = '1:00000000000000000000000000000001'
const OTHER = '1:00000000000000000000000000000002'
const nothing = { ids: [], gone: [], waiting: [] }

/** An analysis that says only which picture the file holds. */
function saveHash(catalog: Catalog, id: number, contentHash: string, imageHash = HASH): void {
  const findings = { width: 4, height: 3, format: 'jpeg', contentHash, imageHash } as const
  catalog.analysis.saveOutcome(id, ['hash'], { ok: true, findings, warnings: [] })
}

function openWithMissing(...added: string[]) {
  const { catalog, root, add } = openWithRoot()
  const [old] = add('old/lake.jpg')
  saveHash(catalog, old!, 'before')
  catalog.changes.apply({ kind: 'rate', ids: [old!], rating: 5 })
  const file = catalog.files.known(root.id).find(({ photoId }) => photoId === old)!
  const found = add(...added)
  for (const id of found) saveHash(catalog, id, 'after')
  catalog.files.markMissing([file.fileId])
  return { catalog, old: old!, found }
}

test('a missing photo gets its file back if its picture is found as a new photo', () => {
  const { catalog, old, found } = openWithMissing('new/lake-2.jpg')
  expect(reunite(catalog, [old])).toMatchObject({ ids: [old], gone: found })
  expect(catalog.photos.exists(found[0]!)).toBe(false)
  expect(catalog.files.pathOf(old)).toBe('/photos/new/lake-2.jpg')
  expect(statusOf(catalog, old)).toBe('pending')
  expect(catalog.photos.detail(old).rating).toBe(5)
  expect(catalog.check()).toEqual([])
})

test("of two copies, the only one with the photo's name is the file", () => {
  const { catalog, old, found } = openWithMissing('a/lake.jpg', 'b/other.jpg')
  expect(reunite(catalog, [old])).toMatchObject({ ids: [old], gone: [found[0]] })
  expect(catalog.photos.exists(found[1]!)).toBe(true)
})

test('a person decides which of two indistinguishable copies moved', () => {
  const { catalog, old, found } = openWithMissing('a.jpg', 'b.jpg')
  expect(reunite(catalog, [old])).toEqual(nothing)
  expect(statusOf(catalog, old)).toBe('missing')
  const asked = catalog.questions.open(9).map(({ photo, candidates }) => [photo.id, candidates.map(({ id }) => id)])
  expect(asked).toEqual([[old, found]])
})

test('a copy that a person has worked on stays a separate photo', () => {
  const { catalog, old, found } = openWithMissing('new/lake-2.jpg')
  catalog.changes.apply({ kind: 'add-tag', ids: found, name: 'Print' })
  expect(reunite(catalog, [old])).toEqual(nothing)
  expect(statusOf(catalog, old)).toBe('missing')
})

test('the same pixels at another time are another shot, unless a person decides otherwise', () => {
  const { catalog, old, found } = openWithMissing('new/black.jpg')
  for (const [id, takenAt] of [
    [old, '2024-01-01T10:00:00'],
    [found[0]!, '2024-01-01T10:00:01'],
  ] as const)
    catalog.files.saveMetadata([{ id, metadata: metadata({ takenAt }), width: 4, height: 3 }])
  expect(reunite(catalog, [old])).toEqual(nothing)
  expect(catalog.questions.count()).toBe(1)
})

test('photos of other pictures, offline drives and removed photos are left unchanged', () => {
  const { catalog, old, found } = openWithMissing('new/lake-2.jpg')
  expect(reunite(catalog, [])).toEqual(nothing)
  expect(reunite(catalog, [99])).toEqual(nothing)
  catalog.folders.setAvailable(1, false)
  expect(reunite(catalog, [old])).toEqual(nothing)
  catalog.folders.setAvailable(1, true)
  saveHash(catalog, found[0]!, 'after', OTHER)
  expect(reunite(catalog, [old])).toEqual(nothing)
  expect(statusOf(catalog, old)).toBe('missing')
})

test('checking the new photo or the missing one gives the same result', () => {
  const { catalog, old, found } = openWithMissing('new/lake-2.jpg')
  expect(reunite(catalog, found)).toMatchObject({ ids: [old], gone: found })
})

test('a missing file is also recognised by what it showed before an edit', () => {
  const { catalog, root, add } = openWithRoot()
  const [old] = add('lake.jpg') as [number]
  saveHash(catalog, old, 'first')
  const file = catalog.files.known(root.id)[0]!
  catalog.files.settle([{ ...file, bytes: 5, isChanged: true }])
  saveHash(catalog, old, 'second', OTHER)
  catalog.files.markMissing([file.fileId])
  const [found] = add('restored.jpg') as [number]
  saveHash(catalog, found, 'first')
  expect(reunite(catalog, [found])).toMatchObject({ ids: [old], gone: [found] })
})

test('while a possible copy is not analysed, it is unknown which one moved', () => {
  const { catalog, root, add } = openWithRoot()
  catalog.analysis.setSteps(fingerprints('v1', ['hash']))
  const [old] = add('lake.jpg') as [number]
  saveHash(catalog, old, 'lake')
  catalog.changes.apply({ kind: 'rate', ids: [old], rating: 5 })
  catalog.files.markMissing([catalog.files.known(root.id)[0]!.fileId])
  const folderId = catalog.folders.ensure(root.id, 'new')
  const values = { folderId, bytes: 1000, modifiedMs: 1_600_000_000_000, fileKey: null }
  const [one, two] = catalog.files.add(['a.jpg', 'b.jpg'].map((name) => ({ ...values, name }))) as [number, number]
  saveHash(catalog, one, 'lake')
  expect(reunite(catalog, [one])).toEqual({ ...nothing, waiting: [one] })
  expect(catalog.questions.count()).toBe(0)
  saveHash(catalog, two, 'lake')
  expect(reunite(catalog, [two])).toEqual(nothing)
  expect(catalog.questions.open(9).map(({ candidates }) => candidates.length)).toEqual([2])
})
