import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../../fixtures/reads.ts'
import { expect, test } from 'vitest'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { addNames, find, openWithRoot, pendingIds, saveTags, statusOf, tag } from '../../catalog/library.ts'

function openTwoRoots() {
  const { catalog, root, add } = openWithRoot()
  const gone = add('a/one.jpg', 'two.jpg')
  const other = catalog.folders.addRoot('/other')
  const [kept] = addNames(catalog, other.id, ['one.jpg']) as [number]
  saveTags(catalog, gone[0]!, tag('sea', 90))
  catalog.changes.apply({ kind: 'rate', ids: gone, rating: 4 })
  const remove = () =>
    catalog.changes.apply({ kind: 'remove-folder', ids: [root.id], path: root.path, photos: gone.length })
  return { catalog, root, other, gone, kept, remove }
}

const filesOf = (catalog: Catalog, rootId: number, photos: readonly number[]) =>
  photos.map((id) => catalog.files.known(rootId).find(({ photoId }) => photoId === id)!.fileId)

test('a removed folder is hidden everywhere, and undo restores it completely', () => {
  const { catalog, root, gone, kept, remove } = openTwoRoots()
  const readState = () => ({
    all: find(catalog, {}),
    byText: find(catalog, { text: 'one' }),
    facets: catalog.search.facets({}),
    suggested: catalog.search.suggest('se', 5),
    counts: catalog.analysis.counts(),
    folders: catalog.folders.list().map(({ path, photoCount }) => [path, photoCount]),
    roots: catalog.folders.roots().map(({ path }) => path),
    pending: pendingIds(catalog),
    unread: catalog.files.withoutMetadata(9).map(({ id }) => id),
    tiles: catalog.photos.tiles([...gone, kept]).map(({ id }) => id),
    found: catalog.files.findByPath('/photos/two.jpg'),
    hasHidden: catalog.search.hasHidden(),
  })
  const before = readState()
  const { changeId } = remove()
  expect(readState()).toMatchObject({
    all: [kept],
    byText: [kept],
    facets: { total: 1, tags: [], ratings: [{ rating: 0, count: 1 }] },
    suggested: [],
    counts: { total: 1, pending: 1 },
    folders: [['/other', 1]],
    roots: ['/other'],
    pending: [kept],
    unread: [kept],
    tiles: [kept],
    found: null,
    hasHidden: true,
  })
  expect(() => catalog.photos.detail(gone[0]!)).toThrow(/no photo/)
  expect(() => find(catalog, { folderId: root.id })).not.toThrow()
  expect(catalog.changes.history(1)).toMatchObject([
    { sentence: reads('Removed the folder /photos with 2 photos from the library'), count: 2 },
  ])
  expect(catalog.check()).toEqual([])
  expect(catalog.changes.undo(changeId!)).toEqual({ changeId, ids: [root.id], kept: 0 })
  expect(readState()).toEqual(before)
})

test('adding the folder again restores its work', () => {
  const { catalog, root, gone, remove } = openTwoRoots()
  remove()
  expect(catalog.removed.list()).toMatchObject([{ path: '/photos', photoCount: 2 }])
  expect(catalog.folders.addRoot('/photos')).toMatchObject({ id: root.id })
  expect(catalog.photos.tiles(gone).map(({ rating }) => rating)).toEqual([4, 4])
  expect(catalog.removed.list()).toEqual([])
  expect(catalog.changes.history(1)).toMatchObject([{ isUndone: true }])
})

test('a folder does not return into, or around, one that was added meanwhile', () => {
  const { catalog, other, remove } = openTwoRoots()
  const { changeId } = remove()
  catalog.folders.addRoot('/photos/a')
  expect(() => catalog.changes.undo(changeId!)).toThrow(expect.objectContaining({ code: 'folder-overlaps' }))
  expect(catalog.removed.list()).toHaveLength(1)
  expect(() => catalog.folders.relocateRoot(other.id, '/photos')).toThrow(
    expect.objectContaining({ code: 'folder-overlaps' }),
  )
})

test('changes from before a folder was removed can be undone while it is removed', () => {
  const { catalog, gone, remove } = openTwoRoots()
  const { changeId } = remove()
  expect(catalog.changes.undo(changeId! - 1).ids).toEqual(gone)
  catalog.changes.undo(changeId!)
  expect(catalog.photos.tiles(gone).map(({ rating }) => rating)).toEqual([0, 0])
})

test('final deletion runs in pieces and removes everything', () => {
  const { catalog, gone, kept, remove } = openTwoRoots()
  const { changeId } = remove()
  const pieces: number[][] = []
  for (let isLast = false; !isLast;) {
    const piece = catalog.removed.purgeSome(changeId!, 1)
    pieces.push(piece.ids)
    isLast = piece.isLast
  }
  expect(pieces.flat().sort()).toEqual(gone)
  expect(catalog.removed.list()).toEqual([])
  expect(catalog.thumbnails.get(gone[0]!)).toBeNull()
  expect(find(catalog, {})).toEqual([kept])
  expect(catalog.search.hasHidden()).toBe(false)
  expect(catalog.changes.history(9).map(({ change }) => change.kind)).toEqual(['rate'])
  expect(() => catalog.removed.purgeSome(changeId!, 1)).toThrow(expect.objectContaining({ code: 'change-not-found' }))
  expect(catalog.folders.addRoot('/photos').id).not.toBe(1)
  expect(catalog.check()).toEqual([])
})

test('missing photos are removed, those with a file stay, and undo restores them', () => {
  const { catalog, root, gone, kept } = openTwoRoots()
  const files = catalog.files.known(root.id)
  catalog.files.markMissing(files.map(({ fileId }) => fileId))
  const missing = () => find(catalog, { statuses: ['missing'] })
  expect(catalog.changes.apply({ kind: 'remove-missing', ids: [...gone, kept] }).ids).toEqual(gone)
  expect([missing(), find(catalog, {})]).toEqual([[], [kept]])
  expect(catalog.removed.list()).toMatchObject([{ path: null, photoCount: 2 }])
  expect(inEnglish(catalog.changes.history(1)[0]!.sentence)).toBe('Removed 2 missing photos from the library')
  catalog.changes.undo()
  expect(missing()).toEqual(gone)
})

test('a removed photo whose file is found again returns with its work', () => {
  const { catalog, root, gone } = openTwoRoots()
  const files = filesOf(catalog, root.id, gone)
  catalog.files.markMissing(files)
  const { changeId } = catalog.changes.apply({ kind: 'remove-missing', ids: gone })
  catalog.files.settle([{ ...catalog.files.byId(files[0]!)!, isChanged: false }])
  expect(find(catalog, { ratingFrom: 4 })).toEqual([gone[0]])
  expect(statusOf(catalog, gone[0]!)).not.toBe('missing')
  expect(catalog.changes.undo(changeId!)).toMatchObject({ ids: [gone[1]], kept: 1 })
})

test('final deletion of removed photos skips those that returned', () => {
  const { catalog, root, gone } = openTwoRoots()
  const files = filesOf(catalog, root.id, gone)
  catalog.files.markMissing(files)
  const { changeId } = catalog.changes.apply({ kind: 'remove-missing', ids: gone })
  catalog.files.settle([{ ...catalog.files.byId(files[0]!)!, isChanged: false }])
  expect(catalog.removed.purgeSome(changeId!, 10)).toEqual({ ids: [gone[1]], isLast: false })
  expect(catalog.removed.purgeSome(changeId!, 10)).toEqual({ ids: [], isLast: true })
  expect(find(catalog, { ratingFrom: 4 })).toEqual([gone[0]])
  expect(catalog.check()).toEqual([])
})
