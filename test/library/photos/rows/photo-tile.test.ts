import { expect, test } from 'vitest'
import { openWithRoot } from '../../catalog/library.ts'

test('a tile lists the files of its photo', () => {
  const { catalog, root } = openWithRoot()
  const folderId = catalog.folders.ensure(root.id, '')
  const names = [
    'a.jpg',
    'a.cr3',
    'b.nef',
    'c.heic',
    'c.mov',
    'd.jpg',
    'e.jpg',
    'e.dng',
    'e.mp4',
    'f.mp4',
    'g.dng',
    'g.mov',
  ]
  catalog.files.add(
    names.map((name, i) => ({ folderId, name, bytes: 10 + i, modifiedMs: 1_600_000_000_000, fileKey: `1:${name}` })),
  )
  catalog.pairs.arrange(catalog.settings.get(), 0, 100)
  const ids = [...catalog.search.run({ filter: {}, sort: { by: 'name', order: 'asc' } })]
  expect(catalog.photos.tiles(ids).map(({ name, fileKind, isLive }) => [name, fileKind, isLive])).toEqual([
    ['a.jpg', 'raw-pair', false],
    ['b.nef', 'raw', false],
    ['c.heic', 'plain', true],
    ['d.jpg', 'plain', false],
    ['e.jpg', 'raw-pair', true],
    ['f.mp4', 'plain', false],
    ['g.dng', 'raw', true],
  ])
})
