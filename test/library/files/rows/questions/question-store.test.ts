import { reads } from '../../../../fixtures/reads.ts'
import { expect, test } from 'vitest'
import type { Catalog } from '../../../../../src-main/library/catalog/catalog.ts'
import { find, openWithRoot, saveFound, statusOf } from '../../../catalog/library.ts'

const HASH = '1:00000000000000000000000000000001'

/** A missing photo with work, and new photos that may be its file. */
function openDoubtful(...names: string[]) {
  const { catalog, root, add } = openWithRoot()
  const [old] = add('old/lake.jpg') as [number]
  saveFound(catalog, old, { contentHash: 'lake', imageHash: HASH })
  catalog.changes.apply({ kind: 'rate', ids: [old], rating: 5 })
  catalog.changes.apply({ kind: 'add-tag', ids: [old], name: 'Print' })
  const found = add(...names)
  for (const id of found) saveFound(catalog, id, { contentHash: 'lake', imageHash: HASH })
  catalog.files.markMissing([catalog.files.known(root.id).find(({ photoId }) => photoId === old)!.fileId])
  catalog.questions.ask(found.map((newPhotoId) => ({ oldPhotoId: old, newPhotoId, reason: 'equal-copies' })))
  return { catalog, old, found }
}

const openIds = (catalog: Catalog) =>
  catalog.questions.open(9).map(({ photo, candidates }) => [photo.id, candidates.map(({ id }) => id)])

test('a question shows the photo and the candidate files', () => {
  const { catalog, old, found } = openDoubtful('a/1.jpg', 'a/2.jpg')
  const [question] = catalog.questions.open(9)
  expect(question).toMatchObject({ reason: 'equal-copies', askedMs: 1_700_000_000_000 })
  expect(question?.photo).toMatchObject({ id: old, path: '/photos/old/lake.jpg', rating: 5, tags: ['Print'] })
  expect(question?.candidates.map(({ path, tags }) => [path, tags])).toEqual([
    ['/photos/a/1.jpg', []],
    ['/photos/a/2.jpg', []],
  ])
  expect(catalog.questions.count()).toBe(1)
  catalog.files.markMissing([catalog.files.at(catalog.folders.find(1, 'a')!.id, ['1.jpg'])[0]!.fileId])
  expect(openIds(catalog)).toEqual([[old, [found[1]]]])
})

test("the photo gets the file that the person chooses, and the file's temporary photo is removed", () => {
  const { catalog, old, found } = openDoubtful('a/1.jpg', 'a/2.jpg')
  const { changeId, ids } = catalog.changes.apply(catalog.questions.answer(old, found[0]!))
  expect(ids).toEqual([old, found[0]])
  expect(catalog.photos.detail(old)).toMatchObject({ path: '/photos/a/1.jpg', rating: 5, status: 'ready' })
  expect(catalog.photos.exists(found[0]!)).toBe(false)
  expect(find(catalog, {})).toEqual([old, found[1]])
  expect(openIds(catalog)).toEqual([])
  expect(catalog.changes.entry(changeId!)).toMatchObject({
    count: 1,
    sentence: reads('Found the file of 1 photo at /photos/a/1.jpg'),
  })
  expect(catalog.check()).toEqual([])
})

test('undo takes the file back and reopens the question; redo gives it again', () => {
  const { catalog, old, found } = openDoubtful('a/1.jpg')
  catalog.changes.apply(catalog.questions.answer(old, found[0]!))
  catalog.changes.undo()
  expect(statusOf(catalog, old)).toBe('missing')
  expect(catalog.photos.detail(found[0]!)).toMatchObject({ path: '/photos/a/1.jpg', rating: 0, status: 'ready' })
  expect(openIds(catalog)).toEqual([[old, found]])
  catalog.changes.redo()
  expect(catalog.photos.detail(old)).toMatchObject({ path: '/photos/a/1.jpg', rating: 5 })
  expect(openIds(catalog)).toEqual([])
})

test('a file with other bytes is read and analysed again for its photo', () => {
  const { catalog, old, found } = openDoubtful('a/1.jpg')
  saveFound(catalog, found[0]!, { contentHash: 'edited', imageHash: HASH })
  catalog.changes.apply(catalog.questions.answer(old, found[0]!))
  expect(statusOf(catalog, old)).toBe('pending')
  expect(catalog.files.withoutMetadata(9).map(({ path }) => path)).toContain('/photos/a/1.jpg')
})

test('a person can answer that no file matches, and undo that', () => {
  const { catalog, old, found } = openDoubtful('a/1.jpg', 'a/2.jpg')
  catalog.changes.apply(catalog.questions.answer(old, null))
  expect(openIds(catalog)).toEqual([])
  expect(statusOf(catalog, old)).toBe('missing')
  catalog.questions.ask([{ oldPhotoId: old, newPhotoId: found[0]!, reason: 'equal-copies' }])
  expect(catalog.questions.count()).toBe(0)
  catalog.changes.undo()
  expect(openIds(catalog)).toEqual([[old, found]])
})

test('only an open question can be answered, and only missing photos take files', () => {
  const { catalog, old, found } = openDoubtful('a/1.jpg')
  const [candidate] = found as [number]
  expect(() => catalog.questions.answer(candidate, old)).toThrow(/No question/)
  expect(() => catalog.questions.answer(old, 99)).toThrow(/No question/)
  expect(() => catalog.changes.apply(catalog.questions.sameFile(candidate, old))).toThrow(/has its file/)
  expect(() => catalog.changes.apply(catalog.questions.sameFile(old, old))).toThrow(/no file/)
})

test('no question is asked about photos without work', () => {
  const { catalog, add, root } = openWithRoot()
  const [old, found] = add('a.jpg', 'b.jpg') as [number, number]
  catalog.files.markMissing([catalog.files.known(root.id)[0]!.fileId])
  catalog.questions.ask([{ oldPhotoId: old, newPhotoId: found, reason: 'same-place' }])
  expect(catalog.questions.count()).toBe(0)
})

test('a photo that gave its file away is deleted after some weeks, and hidden until then', () => {
  const { catalog, old, found } = openDoubtful('a/1.jpg')
  const { changeId } = catalog.changes.apply(catalog.questions.answer(old, found[0]!))
  expect(catalog.removed.list()).toEqual([])
  expect(catalog.removed.expired(1_700_000_000_000)).toEqual([])
  expect(catalog.removed.expired(1_703_000_000_000)).toEqual([changeId])
  expect(catalog.removed.purgeSome(changeId!, 10)).toEqual({ ids: found, isLast: false })
  expect(catalog.removed.purgeSome(changeId!, 10)).toEqual({ ids: [], isLast: true })
  expect(catalog.photos.detail(old)).toMatchObject({ path: '/photos/a/1.jpg', rating: 5 })
})
