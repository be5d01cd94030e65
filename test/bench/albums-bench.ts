import { normalView } from '../../src-main/contract/library/normal-view.ts'
import { listAlbums } from '../../src-main/library/albums/calls/list-albums.ts'
import { putPhotos } from '../../src-main/library/albums/calls/put-photos.ts'
import { addPhotos, measureInto, openLibrary, photosAsked } from './library-of-photos.ts'
import { Figures } from './million/figures.ts'
import { LIBRARY_IDS } from '../../src-main/library/history/kinds/change-kind.ts'

/**
 * An album of very many photos is filled, listed, ordered, emptied, and all of it undone: `node
 * test/bench/albums-bench.ts [--photos N]`. Nothing is kept.
 */
const photos = photosAsked()
const figures = new Figures()
const measure = measureInto(figures)
const { catalog, changes, close } = openLibrary('albums')
const library = { catalog, changes, privacy: { isHiding: () => false } }
const PAGE = 200

async function makeAlbum(name: string): Promise<number> {
  const id = catalog.albums.newId()
  const place = catalog.albums.lastPlace(null)
  await changes.apply({ kind: 'album', ids: LIBRARY_IDS, id, name, place, isRemoved: false })
  return id
}

/** The first photos of an album in order, as a window requests them. */
function firstPage(albumId: number) {
  const found = catalog.search.run({ filter: normalView({ albumId }), sort: { by: 'album', order: 'asc' } })
  return catalog.photos.tiles([...found.subarray(0, PAGE)])
}

const move = (album: number, ids: readonly number[], before: number | null) =>
  putPhotos(library, album, ids, { before, isMove: true })

/** Moves photos to the same place until there is no room for another. */
async function fillUp(album: number, [before = 0, ...ids]: readonly number[]): Promise<void> {
  for (const id of ids) await move(album, [id], before)
}

try {
  const ids = addPhotos(catalog, photos)
  await catalog.search.prepare({ rest: true })
  catalog.edits.beginFile(0, ids.at(-1) ?? 0) // as after a backup, which has all of them
  const all = photos.toLocaleString('en')
  const album = await makeAlbum('All')
  const [first = 0, second = 0] = ids
  const last = ids.at(-1) ?? 0
  await measure(`putting ${all} photos into an album`, 1500, () =>
    putPhotos(library, album, ids, { before: null, isMove: false }),
  )
  await measure('  its undo', 1000, () => changes.undo())
  await measure('  its redo', 1000, () => changes.redo())
  await measure('  its first page', 100, () => firstPage(album))
  await measure('  the list of albums', 100, () => listAlbums(library))
  await measure('  the same photos again', 500, () => putPhotos(library, album, ids, { before: null, isMove: false }))
  await measure('  one photo to the front', 100, () => move(album, [last], first))
  await measure('    and the first page', 100, () => firstPage(album))
  await measure('    its undo', 100, () => changes.undo())
  await fillUp(album, ids.slice(10, 29))
  await measure('  ten photos to where there is no room for them', 1500, () => move(album, ids.slice(29, 39), ids[10]!))
  await measure('  all to the front, backwards', 1500, () => move(album, ids.toReversed(), second))
  await measure('    its undo', 1500, () => changes.undo())
  await measure('  one photo taken out', 100, () =>
    changes.apply({ kind: 'take-out-of-album', album, name: 'All', ids: [second] }),
  )
  await measure('    its undo', 100, () => changes.undo())
  await measure('  all taken out', 1000, () => changes.apply({ kind: 'take-out-of-album', album, name: 'All', ids }))
  await measure('    its undo', 1500, () => changes.undo())
  const place = catalog.albums.lastPlace(null)
  await measure('  the album removed', 100, () =>
    changes.apply({ kind: 'album', ids: LIBRARY_IDS, id: album, name: 'All', place, isRemoved: true }),
  )
  await measure('    its undo, and the first page', 100, async () => {
    await changes.undo()
    return firstPage(album)
  })
} finally {
  close()
}
figures.end()
