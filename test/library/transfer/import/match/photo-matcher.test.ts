import { expect, test } from 'vitest'
import type { ForeignPhoto } from '../../../../../src-main/library/transfer/import/foreign/foreign-photo.ts'
import { PhotoMatcher } from '../../../../../src-main/library/transfer/import/match/photo-matcher.ts'
import type { MovedRoot } from '../../../../../src-main/library/transfer/import/match/move-path.ts'
import { metadata, openWithRoot } from '../../../catalog/library.ts'

const work = { tags: [] }

/** A library in `/photos`; `find` returns the path, or null, for each photo of another program. */
function library(paths: readonly string[]) {
  const { catalog, add } = openWithRoot()
  const ids = add(...paths)
  const find = (foreign: Omit<ForeignPhoto, 'work'>[], moved: MovedRoot[] = []) => {
    const matcher = new PhotoMatcher(catalog.files, { roots: ['/photos'], moved })
    for (const each of foreign) matcher.add({ ...each, work })
    const { matches, unmatched } = matcher.finish()
    const nameOf = (id: number) => paths[ids.indexOf(id)]
    return { found: Object.fromEntries(matches.map((each) => [each.foreign.path, nameOf(each.photoId)])), unmatched }
  }
  return { catalog, ids, find }
}

test('photos are found by their path, in each Unicode form, and after a folder moved', () => {
  const { find } = library(['2024/a.jpg', 'Zoe\u0308/b.jpg', 'c.jpg'])
  const { found, unmatched } = find(
    [
      { path: '/photos/2024/a.jpg' },
      { path: '/photos/Zo\u00eb/b.jpg' },
      { path: 'C:/Users/Me/Pictures/c.jpg' },
      { path: 'D:/elsewhere/c.jpg' },
    ],
    [{ from: 'c:\\users\\me\\pictures\\', to: '/photos' }],
  )
  expect(found).toEqual({
    '/photos/2024/a.jpg': '2024/a.jpg',
    '/photos/Zo\u00eb/b.jpg': 'Zoe\u0308/b.jpg',
    'C:/Users/Me/Pictures/c.jpg': 'c.jpg',
  })
  expect(unmatched.map(({ path }) => path)).toEqual(['D:/elsewhere/c.jpg'])
})

test('paths with an unknown first folder are searched for in the watched folders', () => {
  const { find } = library(['2024/a.jpg', '2024/b.cr2', '2024/b.jpg', '2024/b.note.jpg'])
  const { found } = find([
    { path: 'photos/2024/a.jpg' },
    { path: '2024/b', isStem: true },
    { path: 'hotos/2024/a.jpg' },
  ])
  expect(found).toEqual({ 'photos/2024/a.jpg': '2024/a.jpg', '2024/b': '2024/b.cr2' })
})

test('a photo at another place is recognised by name and size, or name and time, if nothing else fits', () => {
  const { catalog, ids, find } = library(['x/IMG_1.jpg', 'y/IMG_2.jpg', 'z/IMG_2.jpg', 'x/IMG_3.jpg', 'x/IMG_4.jpg'])
  const save = (place: number, takenAt: string) =>
    catalog.files.saveMetadata([{ id: ids[place]!, metadata: metadata({ takenAt }), width: 1, height: 1 }])
  save(1, '2024-05-06T20:15:00')
  save(2, '2024-05-06T20:15:00')
  save(3, '2024-05-07T20:15:00')
  const { found, unmatched } = find([
    { path: '/old/IMG_1.JPG', bytes: 1000 },
    { path: '/old/IMG_2.jpg', takenAt: '2024-05-06T20:15:00' },
    { path: '/old/IMG_3.jpg', bytes: 5, takenAt: '2024-05-07T20:15:00' },
    { path: '/old/IMG_4.jpg' },
    { path: '/old/IMG_4.jpg', bytes: 7 },
  ])
  expect(found).toEqual({ '/old/IMG_1.JPG': 'x/IMG_1.jpg', '/old/IMG_3.jpg': 'x/IMG_3.jpg' })
  expect(unmatched.map(({ path, reason }) => [path, reason.key])).toEqual([
    ['/old/IMG_2.jpg', 'sources.severalFit'],
    ['/old/IMG_4.jpg', 'sources.noneFits'],
    ['/old/IMG_4.jpg', 'sources.noneFits'],
  ])
})

test('two photos that match the same one by similarity both get none, and an exact path wins', () => {
  const { find } = library(['a/IMG_1.jpg', 'b/IMG_9.jpg'])
  const twice = find([
    { path: '/old/1/IMG_1.jpg', bytes: 1000 },
    { path: '/old/2/IMG_1.jpg', bytes: 1000 },
  ])
  expect([twice.found, twice.unmatched.length]).toEqual([{}, 2])
  const placed = find([{ path: '/old/1/IMG_1.jpg', bytes: 1000 }, { path: '/photos/a/IMG_1.jpg' }])
  expect(placed.found).toEqual({ '/photos/a/IMG_1.jpg': 'a/IMG_1.jpg' })
})
