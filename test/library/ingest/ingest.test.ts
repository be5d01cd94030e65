import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { cp, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openCore, until } from '../library/open-core.ts'

const tilesOf = async (core: OpenLibrary) =>
  (await core.library.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles
const namesOf = async (core: OpenLibrary) => (await tilesOf(core)).map((tile) => tile.name)
const idOf = async (core: OpenLibrary, name: string) => (await tilesOf(core)).find((tile) => tile.name === name)?.id

test('a folder that is added shows its photos, and they are analysed', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 3)
  await drawPhoto(join(photosDir, 'trip', 'beach.jpg'), { seed: 9 })
  await writeFile(join(photosDir, 'notes.txt'), 'no photo')
  await drawPhoto(join(photosDir, '.hidden', 'secret.jpg'))
  await drawPhoto(join(photosDir, '@eaDir', 'thumb.jpg'))
  const { core } = await openCore(libraryDir)

  const folder = await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()

  expect(folder).toMatchObject({ path: photosDir, parentId: null, isAvailable: true })
  const tiles = await tilesOf(core)
  expect(tiles.map((tile) => [tile.name, tile.status])).toEqual([
    ['beach.jpg', 'ready'],
    ['photo-001.jpg', 'ready'],
    ['photo-002.jpg', 'ready'],
    ['photo-003.jpg', 'ready'],
  ])
  expect(tiles[0]).toMatchObject({ width: 640, height: 427 })
  expect(tiles[0]!.thumbVersion).toBeGreaterThan(0)
  expect(await core.library.analysis.status()).toMatchObject({
    state: 'idle',
    pending: 0,
    analysed: 4,
    failed: 0,
    secondsLeft: 0,
  })
})

test('new, changed, renamed and deleted files are followed while the library is open', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { core, engine } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const first = (await idOf(core, 'photo-001.jpg'))!
  await core.library.photos.rate({ ids: [first], rating: 4 })

  await drawPhoto(join(photosDir, 'new.jpg'), { seed: 20 })
  await until(
    () => tilesOf(core),
    (tiles) => tiles.some((tile) => tile.name === 'new.jpg' && tile.status === 'ready'),
  )

  await rename(join(photosDir, 'photo-001.jpg'), join(photosDir, 'renamed.jpg'))
  await until(
    () => namesOf(core),
    (names) => names.includes('renamed.jpg'),
  )
  expect(await idOf(core, 'renamed.jpg')).toBe(first)
  expect((await core.library.photos.get({ id: first })).rating).toBe(4)
  expect(await namesOf(core)).not.toContain('photo-001.jpg')
  expect(engine.seen.filter((path) => path.endsWith('renamed.jpg'))).toEqual([]) // Its analysis stays too.

  const version = (await core.library.photos.tiles({ ids: [first] }))[0]!.thumbVersion
  const edited = await sharp(join(photosDir, 'renamed.jpg')).resize(300, 200).modulate({ brightness: 1.1 }).toBuffer()
  await writeFile(join(photosDir, 'renamed.jpg'), edited)
  await until(
    async () => (await core.library.photos.tiles({ ids: [first] }))[0]!,
    (tile) => tile.status === 'ready' && tile.height === 200,
  )
  expect((await core.library.photos.tiles({ ids: [first] }))[0]!.thumbVersion).toBeGreaterThan(version)

  await rm(join(photosDir, 'photo-002.jpg'))
  await until(
    () => namesOf(core),
    (names) => !names.includes('photo-002.jpg'),
  )
  expect(await namesOf(core)).toEqual(['new.jpg', 'renamed.jpg'])
})

test('a folder that is renamed keeps the identity of its photos', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(join(photosDir, 'old'), 3)
  const { core } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const before = (await tilesOf(core)).map((tile) => tile.id)

  await rename(join(photosDir, 'old'), join(photosDir, 'new'))
  const [id] = before
  await until(
    () => core.hostCalls.locatePhoto({ id: id! }),
    (path) => path.includes(join('photos', 'new')),
  )
  await until(
    () => tilesOf(core),
    (tiles) => tiles.length === 3,
  )
  expect((await tilesOf(core)).map((tile) => tile.id)).toEqual(before)
})

for (const how of ['closed cleanly', 'killed'] as const) {
  test(`what changed while the library was ${how} is found at start`, { tags: 'night' }, async () => {
    const { libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 4)
    const first = await openCore(libraryDir)
    await first.core.hostCalls.addFolder({ path: photosDir })
    await first.core.hostCalls.waitUntilIdle()
    const ids = (await tilesOf(first.core)).map((tile) => tile.id)
    await first.core.library.photos.addTag({ ids: [ids[0]!], name: 'mine' })
    await first.core.close()
    // A killed process leaves no snapshot.
    if (how === 'killed') await rm(join(libraryDir, 'watch'), { recursive: true })

    await rm(join(photosDir, 'photo-002.jpg'))
    await mkdir(join(photosDir, 'sub'))
    await rename(join(photosDir, 'photo-001.jpg'), join(photosDir, 'sub', 'moved.jpg'))
    await drawPhoto(join(photosDir, 'photo-003.jpg'), { seed: 77, width: 200, height: 300 })
    await drawPhoto(join(photosDir, 'photo-005.jpg'), { seed: 5 })

    const { core } = await openCore(libraryDir)
    await core.hostCalls.waitUntilIdle()
    expect(await namesOf(core)).toEqual(['moved.jpg', 'photo-003.jpg', 'photo-004.jpg', 'photo-005.jpg'])
    const moved = await core.library.photos.get({ id: ids[0]! })
    expect(moved.name).toBe('moved.jpg')
    expect(moved.tags.map((tag) => tag.name)).toContain('mine')
    expect((await core.library.photos.tiles({ ids: [ids[2]!] }))[0]).toMatchObject({ height: 300, status: 'ready' })
  })
}

test('photos of an unplugged folder are kept, and are back with it', { tags: 'night' }, async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { core } = await openCore(libraryDir)
  const folder = await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const ids = (await tilesOf(core)).map((tile) => tile.id)
  await core.library.photos.rate({ ids, rating: 5 })

  await rename(photosDir, join(dir, 'unplugged'))
  await core.library.folders.rescan({ id: folder.id })
  await until(
    () => core.library.folders.list(),
    (folders) => folders[0]?.isAvailable === false,
  )
  expect((await core.library.photos.tiles({ ids })).map((tile) => [tile.status, tile.rating])).toEqual([
    ['offline', 5],
    ['offline', 5],
  ])

  await rename(join(dir, 'unplugged'), photosDir)
  await until(
    () => core.library.photos.tiles({ ids }),
    (tiles) => tiles.every((tile) => tile.status === 'ready'),
  )
  expect((await core.library.folders.list())[0]?.isAvailable).toBe(true)
})

test('a file that is deleted and put back is the same photo', { tags: 'night' }, async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  const file = await drawPhoto(join(photosDir, 'a.jpg'))
  const old = new Date(Date.now() - 60_000)
  await utimes(file, old, old)
  const { core } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const id = (await idOf(core, 'a.jpg'))!
  await core.library.photos.addTag({ ids: [id], name: 'kept' })
  await cp(file, join(dir, 'copy.jpg'), { preserveTimestamps: true })

  await rm(file)
  await until(
    () => namesOf(core),
    (names) => names.length === 0,
  )
  await cp(join(dir, 'copy.jpg'), file, { preserveTimestamps: true })
  await until(
    () => namesOf(core),
    (names) => names.length === 1,
  )
  expect(await idOf(core, 'a.jpg')).toBe(id)
  expect((await core.library.photos.get({ id })).tags.map((tag) => tag.name)).toContain('kept')
})

test(
  'a folder that is taken out takes its photos along, leaves the files, and comes back with its work',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const [file] = await drawPhotos(photosDir, 2)
    const { core, engine } = await openCore(libraryDir)
    const folder = await core.hostCalls.addFolder({ path: photosDir })
    await core.hostCalls.waitUntilIdle()
    const ids = (await tilesOf(core)).map(({ id }) => id)
    await core.library.photos.rate({ ids, rating: 4 })
    const { changeId, sentence } = await core.library.folders.remove({ id: folder.id })
    expect(inEnglish(sentence)).toBe(`Removed the folder ${photosDir} with 2 photos from the library`)
    expect(await namesOf(core)).toEqual([])
    expect(await core.library.folders.list()).toEqual([])
    expect((await core.library.library.info()).photoCount).toBe(0)
    await expect(core.hostCalls.findPhoto({ path: file! })).resolves.toBeNull()
    await drawPhoto(join(photosDir, 'later.jpg'), { seed: 30 })

    const analysed = engine.seen.length
    await core.library.history.undo({ id: changeId! })
    const withLater = await until(
      () => tilesOf(core),
      (tiles) => tiles.length === 3 && tiles.every((tile) => tile.status === 'ready'),
    )
    expect(withLater.filter(({ rating }) => rating === 4).map(({ id }) => id)).toEqual(ids)
    expect(engine.seen.length).toBe(analysed + 1)

    await core.library.history.redo({ id: changeId! })
    expect(await namesOf(core)).toEqual([])
    await core.hostCalls.addFolder({ path: photosDir })
    await core.hostCalls.waitUntilIdle()
    expect((await tilesOf(core)).filter(({ rating }) => rating === 4).map(({ id }) => id)).toEqual(ids)
    await rename(join(photosDir, 'later.jpg'), join(photosDir, 'watched.jpg'))
    await until(
      () => namesOf(core),
      (names) => names.includes('watched.jpg'),
    )
    expect(await core.library.removed.list()).toEqual([])
  },
)

for (const how of ['moved', 'copied'] as const) {
  test(
    `ratings of a folder that was taken out go with its photos where it was ${how} to`,
    { tags: 'night' },
    async () => {
      const { dir, libraryDir, photosDir } = makeLibrary()
      await drawPhotos(photosDir, 3)
      const { core } = await openCore(libraryDir)
      const folder = await core.hostCalls.addFolder({ path: photosDir })
      await core.hostCalls.waitUntilIdle()
      const ids = (await tilesOf(core)).map(({ id }) => id)
      await core.library.photos.rate({ ids, rating: 4 })
      const other = join(dir, 'other')
      await (how === 'moved'
        ? rename(photosDir, other)
        : cp(photosDir, other, { recursive: true, preserveTimestamps: true }))
      await core.library.folders.remove({ id: folder.id })
      await core.hostCalls.addFolder({ path: other })
      await core.hostCalls.waitUntilIdle()
      expect((await tilesOf(core)).map(({ id, rating }) => [id, rating])).toEqual(ids.map((id) => [id, 4]))
    },
  )
}

test('a folder that was taken out is not watched, and can be deleted for good', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const first = await openCore(libraryDir)
  const folder = await first.core.hostCalls.addFolder({ path: photosDir })
  await first.core.hostCalls.waitUntilIdle()
  await first.core.library.folders.remove({ id: folder.id })
  await first.core.close()
  const { core, engine } = await openCore(libraryDir)
  await core.hostCalls.waitUntilIdle()
  expect([await namesOf(core), engine.seen]).toEqual([[], []])
  const [item] = await core.library.removed.list()
  expect(item).toMatchObject({ path: photosDir, photoCount: 2 })
  await core.library.removed.purge({ changeId: item!.changeId })
  expect(await core.library.removed.list()).toEqual([])
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  expect(engine.seen).toHaveLength(2)
})

test('folders that do not exist, files and overlapping folders are refused with a reason', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const file = await drawPhoto(join(photosDir, 'sub', 'a.jpg'))
  const { core } = await openCore(libraryDir)
  await expect(core.hostCalls.addFolder({ path: join(photosDir, 'nowhere') })).rejects.toMatchObject({
    code: 'not-a-folder',
    message: expect.stringContaining('nowhere') as string,
  })
  await expect(core.hostCalls.addFolder({ path: file })).rejects.toMatchObject({ code: 'not-a-folder' })
  const added = await core.hostCalls.addFolder({ path: photosDir })
  await expect(core.hostCalls.addFolder({ path: join(photosDir, 'sub') })).rejects.toMatchObject({
    code: 'folder-overlaps',
  })
  expect(await core.hostCalls.addFolder({ path: photosDir })).toMatchObject({ id: added.id })
})
