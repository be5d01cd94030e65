import { expect, test } from 'vitest'
import type { Catalog } from '../../../../src-main/core/catalog/catalog.ts'
import { openWithRoot, statusOf } from '../library.ts'

const HASH = '1:00000000000000000000000000000001'

/** An analysis that says nothing but which picture the file holds. */
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

test('a missing photo gets its file back where its picture is found as a new photo', () => {
  const { catalog, old, found } = openWithMissing('new/lake-2.jpg')
  expect(catalog.files.reunite(found)).toEqual({ ids: [old], gone: found })
  expect(catalog.photos.exists(found[0]!)).toBe(false)
  expect(catalog.files.pathOf(old)).toBe('/photos/new/lake-2.jpg')
  expect(statusOf(catalog, old)).toBe('pending')
  expect(catalog.photos.detail(old).rating).toBe(5)
  expect(catalog.check()).toEqual([])
})

test('it does not matter whether the new or the missing photo is asked about', () => {
  const { catalog, old, found } = openWithMissing('new/lake-2.jpg')
  expect(catalog.files.reunite([old])).toEqual({ ids: [old], gone: found })
})

test('of two copies nobody can tell which one moved', () => {
  const { catalog, old, found } = openWithMissing('a.jpg', 'b.jpg')
  expect(catalog.files.reunite([old, ...found])).toEqual({ ids: [], gone: [] })
  expect(statusOf(catalog, old)).toBe('missing')
})

test('a copy that a person has worked on stays a photo of its own', () => {
  const { catalog, old, found } = openWithMissing('new/lake-2.jpg')
  catalog.changes.apply({ kind: 'add-tag', ids: found, name: 'Print' })
  expect(catalog.files.reunite(found)).toEqual({ ids: [], gone: [] })
  expect(statusOf(catalog, old)).toBe('missing')
})

test('photos of unknown or other pictures are left alone', () => {
  const { catalog, old, found } = openWithMissing('new/lake-2.jpg')
  saveHash(catalog, found[0]!, 'after', '')
  expect(catalog.files.reunite([old, ...found])).toEqual({ ids: [], gone: [] })
  saveHash(catalog, found[0]!, 'after', '1:00000000000000000000000000000002')
  expect(catalog.files.reunite([old, ...found])).toEqual({ ids: [], gone: [] })
})
