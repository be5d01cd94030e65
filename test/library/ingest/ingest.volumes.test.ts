import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { bindMount, canMount, mountMemory, unmount } from '../../fixtures/mounts.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

const rootOf = async (library: OpenLibrary) => (await library.calls.folders.list())[0]!
const statusesOf = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles.map((tile) => tile.status)
const untilAvailable = (library: OpenLibrary, isAvailable: boolean) =>
  until(
    () => rootOf(library),
    (root) => root.isAvailable === isAvailable,
  )

/** Adds a watched folder and rates its photos. */
async function addRated(library: OpenLibrary, folder: string): Promise<number[]> {
  await library.hostCalls.addFolder({ path: folder })
  await library.hostCalls.waitUntilIdle()
  const ids = await library.calls.photos.ids({ sort: { by: 'name', order: 'asc' } })
  await library.calls.photos.rate({ ids, rating: 5 })
  return ids
}

const ratingsOf = async (library: OpenLibrary, ids: number[]) =>
  (await library.calls.photos.tiles({ ids })).map((tile) => tile.rating)

test.runIf(canMount)(
  'an empty mount point is not mistaken for the drive, whose return is noticed without a restart',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    mountMemory(photosDir)
    await drawPhotos(photosDir, 2)
    const { library } = await openTestLibrary(libraryDir)
    const ids = await addRated(library, photosDir)

    const covered = join(dir, 'covered')
    await mkdir(covered)
    bindMount(covered, photosDir)
    const gone = await untilAvailable(library, false)
    expect(inEnglish(gone.problem)).toContain(photosDir)
    expect(await statusesOf(library)).toEqual(['offline', 'offline'])

    unmount(photosDir)
    await untilAvailable(library, true)
    await library.hostCalls.waitUntilIdle()
    expect(await statusesOf(library)).toEqual(['ready', 'ready'])
    expect(await ratingsOf(library, ids)).toEqual([5, 5])
  },
)

test.runIf(canMount)(
  'a library opened while its drive is unplugged keeps its photos, and finds the drive when it returns',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    const drive = join(dir, 'drive')
    await drawPhotos(drive, 2)
    bindMount(drive, photosDir)
    const first = await openTestLibrary(libraryDir)
    const ids = await addRated(first.library, photosDir)
    await first.library.close()
    unmount(photosDir)

    const { library } = await openTestLibrary(libraryDir)
    const gone = await untilAvailable(library, false)
    expect(inEnglish(gone.problem)).toContain(`${photosDir} is empty, and held photos.`)
    expect(await statusesOf(library)).toEqual(['offline', 'offline'])
    await library.calls.folders.rescan({})
    await library.hostCalls.waitUntilIdle()
    expect((await rootOf(library)).isAvailable).toBe(false)

    bindMount(drive, photosDir)
    await untilAvailable(library, true)
    expect(await ratingsOf(library, ids)).toEqual([5, 5])
  },
)

test.runIf(canMount)(
  "a wrong drive at a watched folder's path adds nothing and removes nothing",
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 3)
    const { library } = await openTestLibrary(libraryDir)
    const ids = await addRated(library, photosDir)
    mountMemory(photosDir)
    await drawPhoto(join(photosDir, 'of-another-drive.jpg'), { seed: 8 })
    expect(inEnglish((await untilAvailable(library, false)).problem)).toContain('Another drive')
    expect(await library.calls.photos.ids({})).toHaveLength(3)
    unmount(photosDir)
    await untilAvailable(library, true)
    await library.hostCalls.waitUntilIdle()
    expect(await ratingsOf(library, ids)).toEqual([5, 5, 5])
  },
)

test.runIf(canMount)(
  'the same photos on another volume are the same folder: the drive was copied',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 3)
    const { library } = await openTestLibrary(libraryDir)
    const ids = await addRated(library, photosDir)
    await library.close()
    const copy = join(dir, 'copy')
    await mkdir(copy)
    await cp(photosDir, copy, { recursive: true, preserveTimestamps: true })
    mountMemory(photosDir)
    await cp(copy, photosDir, { recursive: true, preserveTimestamps: true })

    const again = await openTestLibrary(libraryDir)
    await again.library.hostCalls.waitUntilIdle()
    expect(await rootOf(again.library)).toMatchObject({ isAvailable: true, problem: null })
    expect(await ratingsOf(again.library, ids)).toEqual([5, 5, 5])
    expect(await statusesOf(again.library)).toEqual(['ready', 'ready', 'ready'])
  },
)

test('a folder replaced by an empty one is offline, and returns with its photos', { tags: 'night' }, async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { library } = await openTestLibrary(libraryDir)
  const ids = await addRated(library, photosDir)
  await rename(photosDir, join(dir, 'away'))
  await mkdir(photosDir)
  await until(
    () => rootOf(library),
    (root) => !root.isAvailable && inEnglish(root.problem).includes('is empty, and held photos'),
  )
  expect(await statusesOf(library)).toEqual(['offline', 'offline'])

  await rm(photosDir, { recursive: true })
  await rename(join(dir, 'away'), photosDir)
  await untilAvailable(library, true)
  expect(await ratingsOf(library, ids)).toEqual([5, 5])
})

test(
  'a folder that loses many photos at once goes offline; a few lost photos are missing',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 24)
    const { library } = await openTestLibrary(libraryDir)
    await addRated(library, photosDir)
    await mkdir(join(dir, 'away'))
    for (const name of ['photo-001.jpg', 'photo-002.jpg']) await rename(join(photosDir, name), join(dir, 'away', name))
    await until(
      async () => (await library.calls.photos.list({ filter: { statuses: ['missing'] } })).total,
      (missing) => missing === 2,
    )
    expect((await rootOf(library)).isAvailable).toBe(true)

    await library.close()
    for (let at = 3; at <= 24; at++) {
      const name = `photo-${String(at).padStart(3, '0')}.jpg`
      await rename(join(photosDir, name), join(dir, 'away', name))
    }
    const again = await openTestLibrary(libraryDir)
    await untilAvailable(again.library, false)
    expect((await again.library.calls.photos.list({ filter: { statuses: ['offline'] } })).total).toBe(22)
  },
)

test.runIf(canMount)('a drive at another path is recognised when its folder is added', { tags: 'night' }, async () => {
  const { dir, libraryDir } = makeLibrary()
  const [before, now] = [join(dir, 'before'), join(dir, 'now')] as [string, string]
  for (const place of [before, now]) await mkdir(place)
  const { library } = await openTestLibrary(libraryDir)
  mountMemory(before)
  await drawPhotos(join(before, 'photos'), 3)
  const ids = await addRated(library, join(before, 'photos'))
  bindMount(before, now)
  unmount(before)
  await untilAvailable(library, false)
  const folder = await library.hostCalls.addFolder({ path: join(now, 'photos') })
  await untilAvailable(library, true)
  await library.hostCalls.waitUntilIdle()
  expect(folder.path).toBe(join(now, 'photos'))
  expect(await library.calls.folders.list()).toHaveLength(1)
  expect(await library.calls.photos.ids({ sort: { by: 'name', order: 'asc' } })).toEqual(ids)
  expect(await ratingsOf(library, ids)).toEqual([5, 5, 5])
})

test.runIf(canMount)('a copy of an offline folder is a separate folder', async () => {
  const { dir, libraryDir } = makeLibrary()
  const [before, copy] = [join(dir, 'before'), join(dir, 'copy')] as [string, string]
  await drawPhotos(before, 3)
  const { library } = await openTestLibrary(libraryDir)
  const ids = await addRated(library, before)
  await cp(before, copy, { recursive: true, preserveTimestamps: true })
  await rename(before, join(dir, 'renamed'))
  await untilAvailable(library, false)
  await library.hostCalls.addFolder({ path: copy })
  await library.hostCalls.waitUntilIdle()
  expect(await library.calls.folders.list()).toHaveLength(2)
  expect(await ratingsOf(library, ids)).toEqual([5, 5, 5])
  expect((await library.calls.photos.list({ filter: { ratingFrom: 1 } })).total).toBe(3)
  await library.hostCalls.addFolder({ path: join(dir, 'renamed') })
  await library.hostCalls.waitUntilIdle()
  expect((await library.calls.folders.list()).map(({ path }) => path)).toEqual([join(dir, 'renamed'), copy])
  expect(await statusesOf(library)).toEqual(Array(6).fill('ready'))
})
