import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { cp, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

const tilesOf = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles
const namesOf = async (library: OpenLibrary) => (await tilesOf(library)).map((tile) => tile.name)
const idOf = async (library: OpenLibrary, name: string) =>
  (await tilesOf(library)).find((tile) => tile.name === name)?.id

test('an added folder shows its photos, and they are analysed', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 3)
  await drawPhoto(join(photosDir, 'trip', 'beach.jpg'), { seed: 9 })
  await writeFile(join(photosDir, 'notes.txt'), 'no photo')
  await drawPhoto(join(photosDir, '.hidden', 'secret.jpg'))
  await drawPhoto(join(photosDir, '@eaDir', 'thumb.jpg'))
  const { library } = await openTestLibrary(libraryDir)

  const folder = await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()

  expect(folder).toMatchObject({ path: photosDir, parentId: null, isAvailable: true })
  const tiles = await tilesOf(library)
  expect(tiles.map((tile) => [tile.name, tile.status])).toEqual([
    ['beach.jpg', 'ready'],
    ['photo-001.jpg', 'ready'],
    ['photo-002.jpg', 'ready'],
    ['photo-003.jpg', 'ready'],
  ])
  expect(tiles[0]).toMatchObject({ width: 640, height: 427 })
  expect(tiles[0]!.thumbVersion).toBeGreaterThan(0)
  expect(await library.calls.analysis.status()).toMatchObject({
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
  const { library, engine } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const first = (await idOf(library, 'photo-001.jpg'))!
  await library.calls.photos.rate({ ids: [first], rating: 4 })

  await drawPhoto(join(photosDir, 'new.jpg'), { seed: 20 })
  await until(
    () => tilesOf(library),
    (tiles) => tiles.some((tile) => tile.name === 'new.jpg' && tile.status === 'ready'),
  )

  await rename(join(photosDir, 'photo-001.jpg'), join(photosDir, 'renamed.jpg'))
  await until(
    () => namesOf(library),
    (names) => names.includes('renamed.jpg'),
  )
  expect(await idOf(library, 'renamed.jpg')).toBe(first)
  expect((await library.calls.photos.get({ id: first })).rating).toBe(4)
  expect(await namesOf(library)).not.toContain('photo-001.jpg')
  expect(engine.seen.filter((path) => path.endsWith('renamed.jpg'))).toEqual([]) // It keeps its analysis too.

  const version = (await library.calls.photos.tiles({ ids: [first] }))[0]!.thumbVersion
  const edited = await sharp(join(photosDir, 'renamed.jpg')).resize(300, 200).modulate({ brightness: 1.1 }).toBuffer()
  await writeFile(join(photosDir, 'renamed.jpg'), edited)
  await until(
    async () => (await library.calls.photos.tiles({ ids: [first] }))[0]!,
    (tile) => tile.status === 'ready' && tile.height === 200,
  )
  expect((await library.calls.photos.tiles({ ids: [first] }))[0]!.thumbVersion).toBeGreaterThan(version)

  await rm(join(photosDir, 'photo-002.jpg'))
  await until(
    () => namesOf(library),
    (names) => !names.includes('photo-002.jpg'),
  )
  expect(await namesOf(library)).toEqual(['new.jpg', 'renamed.jpg'])
})

test('a renamed folder keeps the identity of its photos', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(join(photosDir, 'old'), 3)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const before = (await tilesOf(library)).map((tile) => tile.id)

  await rename(join(photosDir, 'old'), join(photosDir, 'new'))
  const [id] = before
  await until(
    () => library.hostCalls.locatePhoto({ id: id! }),
    (path) => path.includes(join('photos', 'new')),
  )
  await until(
    () => tilesOf(library),
    (tiles) => tiles.length === 3,
  )
  expect((await tilesOf(library)).map((tile) => tile.id)).toEqual(before)
})

for (const how of ['closed cleanly', 'killed'] as const) {
  test(`changes made while the library was ${how} are found at start`, { tags: 'night' }, async () => {
    const { libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 4)
    const first = await openTestLibrary(libraryDir)
    await first.library.hostCalls.addFolder({ path: photosDir })
    await first.library.hostCalls.waitUntilIdle()
    const ids = (await tilesOf(first.library)).map((tile) => tile.id)
    await first.library.calls.photos.addTag({ ids: [ids[0]!], name: 'mine' })
    await first.library.close()
    // A killed process leaves no snapshot.
    if (how === 'killed') await rm(join(libraryDir, 'watch'), { recursive: true })

    await rm(join(photosDir, 'photo-002.jpg'))
    await mkdir(join(photosDir, 'sub'))
    await rename(join(photosDir, 'photo-001.jpg'), join(photosDir, 'sub', 'moved.jpg'))
    await drawPhoto(join(photosDir, 'photo-003.jpg'), { seed: 77, width: 200, height: 300 })
    await drawPhoto(join(photosDir, 'photo-005.jpg'), { seed: 5 })

    const { library } = await openTestLibrary(libraryDir)
    await library.hostCalls.waitUntilIdle()
    expect(await namesOf(library)).toEqual(['moved.jpg', 'photo-003.jpg', 'photo-004.jpg', 'photo-005.jpg'])
    const moved = await library.calls.photos.get({ id: ids[0]! })
    expect(moved.name).toBe('moved.jpg')
    expect(moved.tags.map((tag) => tag.name)).toContain('mine')
    expect((await library.calls.photos.tiles({ ids: [ids[2]!] }))[0]).toMatchObject({ height: 300, status: 'ready' })
  })
}

test('photos of an unplugged folder are kept, and return with it', { tags: 'night' }, async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { library } = await openTestLibrary(libraryDir)
  const folder = await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const ids = (await tilesOf(library)).map((tile) => tile.id)
  await library.calls.photos.rate({ ids, rating: 5 })

  await rename(photosDir, join(dir, 'unplugged'))
  await library.calls.folders.rescan({ id: folder.id })
  await until(
    () => library.calls.folders.list(),
    (folders) => folders[0]?.isAvailable === false,
  )
  expect((await library.calls.photos.tiles({ ids })).map((tile) => [tile.status, tile.rating])).toEqual([
    ['offline', 5],
    ['offline', 5],
  ])

  await rename(join(dir, 'unplugged'), photosDir)
  await until(
    () => library.calls.photos.tiles({ ids }),
    (tiles) => tiles.every((tile) => tile.status === 'ready'),
  )
  expect((await library.calls.folders.list())[0]?.isAvailable).toBe(true)
})

test('a file that is deleted and put back is the same photo', { tags: 'night' }, async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  const file = await drawPhoto(join(photosDir, 'a.jpg'))
  const old = new Date(Date.now() - 60_000)
  await utimes(file, old, old)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const id = (await idOf(library, 'a.jpg'))!
  await library.calls.photos.addTag({ ids: [id], name: 'kept' })
  await cp(file, join(dir, 'copy.jpg'), { preserveTimestamps: true })

  await rm(file)
  await until(
    () => namesOf(library),
    (names) => names.length === 0,
  )
  await cp(join(dir, 'copy.jpg'), file, { preserveTimestamps: true })
  await until(
    () => namesOf(library),
    (names) => names.length === 1,
  )
  expect(await idOf(library, 'a.jpg')).toBe(id)
  expect((await library.calls.photos.get({ id })).tags.map((tag) => tag.name)).toContain('kept')
})

test(
  'removing a folder removes its photos, leaves the files, and adding it again restores its work',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const [file] = await drawPhotos(photosDir, 2)
    const { library, engine } = await openTestLibrary(libraryDir)
    const folder = await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    const ids = (await tilesOf(library)).map(({ id }) => id)
    await library.calls.photos.rate({ ids, rating: 4 })
    const { changeId, sentence } = await library.calls.folders.remove({ id: folder.id })
    expect(inEnglish(sentence)).toBe(`Removed the folder ${photosDir} with 2 photos from the library`)
    expect(await namesOf(library)).toEqual([])
    expect(await library.calls.folders.list()).toEqual([])
    expect((await library.calls.library.info()).photoCount).toBe(0)
    await expect(library.hostCalls.findPhoto({ path: file! })).resolves.toBeNull()
    await drawPhoto(join(photosDir, 'later.jpg'), { seed: 30 })

    const analysed = engine.seen.length
    await library.calls.history.undo({ id: changeId! })
    const withLater = await until(
      () => tilesOf(library),
      (tiles) => tiles.length === 3 && tiles.every((tile) => tile.status === 'ready'),
    )
    expect(withLater.filter(({ rating }) => rating === 4).map(({ id }) => id)).toEqual(ids)
    expect(engine.seen.length).toBe(analysed + 1)

    await library.calls.history.redo({ id: changeId! })
    expect(await namesOf(library)).toEqual([])
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    expect((await tilesOf(library)).filter(({ rating }) => rating === 4).map(({ id }) => id)).toEqual(ids)
    await rename(join(photosDir, 'later.jpg'), join(photosDir, 'watched.jpg'))
    await until(
      () => namesOf(library),
      (names) => names.includes('watched.jpg'),
    )
    expect(await library.calls.removed.list()).toEqual([])
  },
)

for (const how of ['moved', 'copied'] as const) {
  test(`ratings of a removed folder follow its photos to wherever it was ${how}`, { tags: 'night' }, async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 3)
    const { library } = await openTestLibrary(libraryDir)
    const folder = await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    const ids = (await tilesOf(library)).map(({ id }) => id)
    await library.calls.photos.rate({ ids, rating: 4 })
    const other = join(dir, 'other')
    await (how === 'moved'
      ? rename(photosDir, other)
      : cp(photosDir, other, { recursive: true, preserveTimestamps: true }))
    await library.calls.folders.remove({ id: folder.id })
    await library.hostCalls.addFolder({ path: other })
    await library.hostCalls.waitUntilIdle()
    expect((await tilesOf(library)).map(({ id, rating }) => [id, rating])).toEqual(ids.map((id) => [id, 4]))
  })
}

test('a removed folder is not watched, and can be deleted for good', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const first = await openTestLibrary(libraryDir)
  const folder = await first.library.hostCalls.addFolder({ path: photosDir })
  await first.library.hostCalls.waitUntilIdle()
  await first.library.calls.folders.remove({ id: folder.id })
  await first.library.close()
  const { library, engine } = await openTestLibrary(libraryDir)
  await library.hostCalls.waitUntilIdle()
  expect([await namesOf(library), engine.seen]).toEqual([[], []])
  const [item] = await library.calls.removed.list()
  expect(item).toMatchObject({ path: photosDir, photoCount: 2 })
  await library.calls.removed.purge({ changeId: item!.changeId })
  expect(await library.calls.removed.list()).toEqual([])
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect(engine.seen).toHaveLength(2)
})

test('missing folders, files and overlapping folders are refused with a reason', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const file = await drawPhoto(join(photosDir, 'sub', 'a.jpg'))
  const { library } = await openTestLibrary(libraryDir)
  await expect(library.hostCalls.addFolder({ path: join(photosDir, 'nowhere') })).rejects.toMatchObject({
    code: 'not-a-folder',
    message: expect.stringContaining('nowhere') as string,
  })
  await expect(library.hostCalls.addFolder({ path: file })).rejects.toMatchObject({ code: 'not-a-folder' })
  const added = await library.hostCalls.addFolder({ path: photosDir })
  await expect(library.hostCalls.addFolder({ path: join(photosDir, 'sub') })).rejects.toMatchObject({
    code: 'folder-overlaps',
  })
  expect(await library.hostCalls.addFolder({ path: photosDir })).toMatchObject({ id: added.id })
})
