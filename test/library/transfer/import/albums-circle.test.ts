import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { exportLibrary } from '../../../../src-main/library/transfer/export/export-library.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openImporting } from './importing.ts'
import { runExiftool } from '../../../fixtures/exiftool.ts'
import { LIBRARY_IDS } from '../../../../src-main/library/history/kinds/change-kind.ts'

const PHOTOS = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']
const exiftool = (...args: string[]) => runExiftool(args)

function open() {
  const library = openImporting()
  const ids = library.add(...PHOTOS)
  return { ...library, ids }
}

/** Creates an album with photos in manual order. */
function makeAlbum(catalog: Catalog, name: string, { within, photos }: { within?: number; photos: number[] }): number {
  const { albums, changes } = catalog
  const id = albums.newId()
  changes.apply({
    kind: 'album',
    ids: LIBRARY_IDS,
    id,
    name,
    place: albums.lastPlace(within ?? null),
    isRemoved: false,
  })
  for (const part of albums.planPut(id, photos, { before: null, isMove: false }))
    changes.apply({ kind: 'put-into-album', album: id, name, ...part, ids: part.photos })
  return id
}

/** Every album by its path, with the names of its own photos in order. */
const albumsOf = ({ albums, photos }: Catalog) =>
  Object.fromEntries(
    albums.paths().map(({ id, path }) => [path, albums.photos(id).map((photo) => photos.detail(photo).name)]),
  )

test.each(['xmp', 'csv', 'json'] as const)(
  'albums of a library exported as %s and imported over the same photos are restored',
  { tags: 'night' },
  async (format) => {
    const { catalog, ids } = open()
    const [a = 0, b = 0, c = 0] = ids
    const travel = makeAlbum(catalog, 'Travel', { photos: [] })
    const rome = makeAlbum(catalog, 'Rome/Lazio; "Été" #1 & <50%>', { within: travel, photos: [c, a, b] })
    makeAlbum(catalog, '夜', { within: rome, photos: [b, a] })
    makeAlbum(catalog, 'Best', { photos: [a] })
    const request = { path: join(tempFolder(), 'out'), format }
    const { path, notCarriedOver } = await exportLibrary({ catalog }, request)
    expect(notCarriedOver).toEqual([])

    const second = open()
    const report = await second.run(path)
    expect(report).toMatchObject({ unmatched: [], notCarriedOver: [] })
    expect(albumsOf(second.catalog)).toEqual(albumsOf(catalog))
    expect(await second.run(path)).toMatchObject({ changedPhotos: 0, changeId: null })
    await second.changes.undo(report.changeId!)
    expect(albumsOf(second.catalog)).toEqual({})
  },
)

test("ExifTool reads a sidecar's albums as collections, and its own collections become albums", async () => {
  const { catalog, ids } = open()
  makeAlbum(catalog, 'Oslo', { within: makeAlbum(catalog, 'Travel', { photos: [] }), photos: [ids[1]!, ids[0]!] })
  const out = join(tempFolder(), 'out')
  await exportLibrary({ catalog }, { path: out, format: 'xmp' })
  const [read] = JSON.parse(exiftool('-json', '-struct', '-XMP-mwg-coll:all', join(out, 'photos/a.jpg.xmp'))) as Record<
    string,
    unknown
  >[]
  expect(read!['Collections']).toEqual([
    { CollectionName: 'Travel/Oslo', CollectionURI: 'lumafold:/albums/Travel/Oslo#2' },
  ])

  const foreign = join(tempFolder(), 'photos')
  mkdirSync(foreign)
  const collections = '[{CollectionName=Travel/Bergen,CollectionURI=http://example.org/7},{CollectionName=Best}]'
  for (const name of ['c.jpg', 'd.jpg'])
    exiftool(`-XMP-mwg-coll:Collections=${collections}`, join(foreign, `${name}.xmp`))
  const second = open()
  await second.run(foreign)
  expect(albumsOf(second.catalog)).toMatchObject({ Travel: [], 'Travel/Bergen': expect.any(Array) as unknown })
  expect(albumsOf(second.catalog)['Best']!.toSorted()).toEqual(['c.jpg', 'd.jpg'])
})
