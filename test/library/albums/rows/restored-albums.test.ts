import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../../src-main/library/library.ts'
import { drawPhoto, drawPhotos } from '../../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../../library/open-test-library.ts'

/** A library of eight photos. Tests use their names. */
async function open() {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 8)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  return { libraryDir, photosDir, library, ids: await idsByName(library) }
}

const idsByName = ({ calls }: OpenLibrary): Promise<number[]> =>
  calls.photos.ids({ sort: { by: 'name', order: 'asc' } })

/** The album tree in display order, each album with its own photos in order. */
async function albumsOf({ calls }: OpenLibrary) {
  const { tiles } = await calls.photos.list({ limit: 100 })
  const names = new Map(tiles.map(({ id, name }) => [id, name]))
  const nodes = await calls.albums.list()
  const nameOf = (parentId: number | null) => nodes.find(({ kind, id }) => kind === 'album' && id === parentId)?.name
  return Promise.all(
    nodes.map(async ({ kind, id, name, parentId, ...node }) => {
      const sort = { by: 'album', order: 'asc' } as const
      const photos = kind === 'album' ? await calls.photos.ids({ filter: { albumId: id }, sort }) : []
      return { kind, name, in: nameOf(parentId), photos: photos.map((each) => names.get(each)), ...node }
    }),
  )
}

/** Nested albums, one of them smart, all in manual order. */
async function makeAlbums({ calls }: OpenLibrary, ids: readonly number[]) {
  const { albums, searches } = calls
  const travel = (await albums.create({ name: 'Travel' })).id
  const family = (await albums.create({ name: 'Family' })).id
  const rome = (await albums.create({ name: 'Rome/Lazio', parentId: travel })).id
  const oslo = (await albums.create({ name: 'Oslo', parentId: travel })).id
  await albums.move({ moved: { kind: 'album', id: oslo }, parentId: travel, before: { kind: 'album', id: rome } })
  await albums.move({ moved: { kind: 'album', id: family }, parentId: null, before: { kind: 'album', id: travel } })
  const sort = { by: 'rating', order: 'desc' } as const
  const best = (await searches.save({ name: 'Best', text: 'rating:5 -tag:sea', albumId: travel, sort })).search.id
  await albums.move({ moved: { kind: 'smart', id: best }, parentId: travel, before: { kind: 'album', id: rome } })
  await albums.add({ id: rome, ids: [ids[3]!, ids[0]!, ids[2]!] })
  await albums.add({ id: oslo, ids: [ids[5]!, ids[3]!] })
  await albums.reorder({ id: rome, ids: [ids[2]!], before: ids[3]! })
  return { travel, family, rome, oslo, best }
}

async function restore(
  library: OpenLibrary,
  libraryDir: string,
  id: string,
  withNewerEdits: boolean,
): Promise<OpenLibrary> {
  await library.calls.backups.restore({ id, withNewerEdits })
  await library.close()
  const { library: restored } = await openTestLibrary(libraryDir)
  await restored.hostCalls.waitUntilIdle()
  return restored
}

test(
  'a restored backup has complete albums; later changes are applied again or left out',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir, library: opened, ids } = await open()
    const { calls } = opened
    const { travel, family, rome, oslo, best } = await makeAlbums(opened, ids)
    const before = await albumsOf(opened)
    expect(before.map(({ name }) => name)).toEqual(['Family', 'Travel', 'Oslo', 'Best', 'Rome/Lazio'])
    const { id: backup } = await calls.backups.now()

    await drawPhoto(join(photosDir, 'late.jpg'), { seed: 99, width: 64 })
    await calls.folders.rescan({})
    await opened.hostCalls.waitUntilIdle()
    const late = (await idsByName(opened)).find((id) => !ids.includes(id))!
    await calls.albums.add({ id: rome, ids: [late, ids[7]!], before: ids[0]! })
    await calls.albums.reorder({ id: rome, ids: [ids[0]!, ids[3]!], before: ids[2]! })
    await calls.albums.takeOut({ id: oslo, ids: [ids[3]!] })
    const night = (await calls.albums.create({ name: 'Night', parentId: rome })).id
    await calls.albums.add({ id: night, ids: [ids[6]!, late] })
    await calls.searches.save({ name: 'New', text: 'album:night', albumId: family })
    await calls.searches.rename({ id: best, name: 'Very best' })
    await calls.albums.move({ moved: { kind: 'smart', id: best }, parentId: family })
    await calls.albums.rename({ id: travel, name: 'Journeys' })
    await calls.albums.create({ name: 'For a moment' })
    await calls.history.undo({})
    await calls.albums.remove({ id: oslo })
    const after = await albumsOf(opened)
    expect(after.find(({ name }) => name === 'Rome/Lazio')?.photos).toHaveLength(6)

    const restored = await restore(opened, libraryDir, backup, true)
    expect(await albumsOf(restored)).toEqual(after)
    await restored.calls.history.undo({})
    expect((await albumsOf(restored)).map(({ name }) => name)).toContain('Oslo')
    const older = await restore(restored, libraryDir, backup, false)
    expect(await albumsOf(older)).toEqual(before)
  },
)

test('an album created after a restore is not mistaken for one created between backup and restore', async () => {
  const { libraryDir, library, ids } = await open()
  const { id: backup } = await library.calls.backups.now()
  const lost = await library.calls.albums.create({ name: 'Lost' })
  await library.calls.albums.add({ id: lost.id, ids })
  const restored = await restore(library, libraryDir, backup, false)
  const made = await restored.calls.albums.create({ name: 'Made' })
  await restored.calls.albums.add({ id: made.id, ids: ids.slice(0, 1) })
  const kept = await albumsOf(restored)
  expect(kept).toMatchObject([{ name: 'Made', count: 1 }])
  await restored.close()
  for (const end of ['-wal', '-shm']) rmSync(join(libraryDir, `library.db${end}`), { force: true })
  const { library: again } = await openTestLibrary(libraryDir)
  expect(await albumsOf(again)).toEqual(kept)
})
