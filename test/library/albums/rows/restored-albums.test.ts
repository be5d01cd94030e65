import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../../src-main/library/library.ts'
import { drawPhoto, drawPhotos } from '../../../fixtures/pictures.ts'
import { makeLibrary, openCore } from '../../library/open-core.ts'

/** A library of eight photos, by their names. */
async function open() {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 8)
  const { core } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  return { libraryDir, photosDir, core, ids: await idsByName(core) }
}

const idsByName = ({ library }: OpenLibrary): Promise<number[]> =>
  library.photos.ids({ sort: { by: 'name', order: 'asc' } })

/** The tree of albums in its order, each with its own photos in theirs. */
async function albumsOf({ library }: OpenLibrary) {
  const { tiles } = await library.photos.list({ limit: 100 })
  const names = new Map(tiles.map(({ id, name }) => [id, name]))
  const nodes = await library.albums.list()
  const nameOf = (parentId: number | null) => nodes.find(({ kind, id }) => kind === 'album' && id === parentId)?.name
  return Promise.all(
    nodes.map(async ({ kind, id, name, parentId, ...node }) => {
      const sort = { by: 'album', order: 'asc' } as const
      const photos = kind === 'album' ? await library.photos.ids({ filter: { albumId: id }, sort }) : []
      return { kind, name, in: nameOf(parentId), photos: photos.map((each) => names.get(each)), ...node }
    }),
  )
}

/** Albums in albums, a smart one among them, all in an order of their own. */
async function makeAlbums({ library }: OpenLibrary, ids: readonly number[]) {
  const { albums, searches } = library
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
  core: OpenLibrary,
  libraryDir: string,
  id: string,
  withNewerEdits: boolean,
): Promise<OpenLibrary> {
  await core.library.backups.restore({ id, withNewerEdits })
  await core.close()
  const { core: restored } = await openCore(libraryDir)
  await restored.hostCalls.waitUntilIdle()
  return restored
}

test(
  'a restored backup has albums whole, and what was done with them since is done again or left out',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir, core, ids } = await open()
    const { library } = core
    const { travel, family, rome, oslo, best } = await makeAlbums(core, ids)
    const before = await albumsOf(core)
    expect(before.map(({ name }) => name)).toEqual(['Family', 'Travel', 'Oslo', 'Best', 'Rome/Lazio'])
    const { id: backup } = await library.backups.now()

    await drawPhoto(join(photosDir, 'late.jpg'), { seed: 99, width: 64 })
    await library.folders.rescan({})
    await core.hostCalls.waitUntilIdle()
    const late = (await idsByName(core)).find((id) => !ids.includes(id))!
    await library.albums.add({ id: rome, ids: [late, ids[7]!], before: ids[0]! })
    await library.albums.reorder({ id: rome, ids: [ids[0]!, ids[3]!], before: ids[2]! })
    await library.albums.takeOut({ id: oslo, ids: [ids[3]!] })
    const night = (await library.albums.create({ name: 'Night', parentId: rome })).id
    await library.albums.add({ id: night, ids: [ids[6]!, late] })
    await library.searches.save({ name: 'New', text: 'album:night', albumId: family })
    await library.searches.rename({ id: best, name: 'Very best' })
    await library.albums.move({ moved: { kind: 'smart', id: best }, parentId: family })
    await library.albums.rename({ id: travel, name: 'Journeys' })
    await library.albums.create({ name: 'For a moment' })
    await library.history.undo({})
    await library.albums.remove({ id: oslo })
    const after = await albumsOf(core)
    expect(after.find(({ name }) => name === 'Rome/Lazio')?.photos).toHaveLength(6)

    const restored = await restore(core, libraryDir, backup, true)
    expect(await albumsOf(restored)).toEqual(after)
    await restored.library.history.undo({})
    expect((await albumsOf(restored)).map(({ name }) => name)).toContain('Oslo')
    const older = await restore(restored, libraryDir, backup, false)
    expect(await albumsOf(older)).toEqual(before)
  },
)

test('an album that is made after a backup was restored is none of those that were made in between', async () => {
  const { libraryDir, core, ids } = await open()
  const { id: backup } = await core.library.backups.now()
  const lost = await core.library.albums.create({ name: 'Lost' })
  await core.library.albums.add({ id: lost.id, ids })
  const restored = await restore(core, libraryDir, backup, false)
  const made = await restored.library.albums.create({ name: 'Made' })
  await restored.library.albums.add({ id: made.id, ids: ids.slice(0, 1) })
  const kept = await albumsOf(restored)
  expect(kept).toMatchObject([{ name: 'Made', count: 1 }])
  await restored.close()
  for (const end of ['-wal', '-shm']) rmSync(join(libraryDir, `library.db${end}`), { force: true })
  const { core: again } = await openCore(libraryDir)
  expect(await albumsOf(again)).toEqual(kept)
})
