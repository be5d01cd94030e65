import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { bindMount, canMount, mountMemory, unmount } from '../../fixtures/mounts.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openCore, until } from '../library/open-core.ts'

const rootOf = async (core: OpenLibrary) => (await core.library.folders.list())[0]!
const statusesOf = async (core: OpenLibrary) =>
  (await core.library.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles.map((tile) => tile.status)
const untilAvailable = (core: OpenLibrary, isAvailable: boolean) =>
  until(
    () => rootOf(core),
    (root) => root.isAvailable === isAvailable,
  )

/** Adds a watched folder and rates what is in it. */
async function addRated(core: OpenLibrary, folder: string): Promise<number[]> {
  await core.hostCalls.addFolder({ path: folder })
  await core.hostCalls.waitUntilIdle()
  const ids = await core.library.photos.ids({ sort: { by: 'name', order: 'asc' } })
  await core.library.photos.rate({ ids, rating: 5 })
  return ids
}

const ratingsOf = async (core: OpenLibrary, ids: number[]) =>
  (await core.library.photos.tiles({ ids })).map((tile) => tile.rating)

test.runIf(canMount)(
  'an empty mount point is not the drive; its return is noticed without a restart',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    mountMemory(photosDir)
    await drawPhotos(photosDir, 2)
    const { core } = await openCore(libraryDir)
    const ids = await addRated(core, photosDir)

    const covered = join(dir, 'covered')
    await mkdir(covered)
    bindMount(covered, photosDir)
    const gone = await untilAvailable(core, false)
    expect(inEnglish(gone.problem)).toContain(photosDir)
    expect(await statusesOf(core)).toEqual(['offline', 'offline'])

    unmount(photosDir)
    await untilAvailable(core, true)
    await core.hostCalls.waitUntilIdle()
    expect(await statusesOf(core)).toEqual(['ready', 'ready'])
    expect(await ratingsOf(core, ids)).toEqual([5, 5])
  },
)

test.runIf(canMount)(
  'a library that opens while the drive is away keeps its photos, and finds it when it comes',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    const drive = join(dir, 'drive')
    await drawPhotos(drive, 2)
    bindMount(drive, photosDir)
    const first = await openCore(libraryDir)
    const ids = await addRated(first.core, photosDir)
    await first.core.close()
    unmount(photosDir)

    const { core } = await openCore(libraryDir)
    const gone = await untilAvailable(core, false)
    expect(inEnglish(gone.problem)).toContain(`${photosDir} is empty, and held photos.`)
    expect(await statusesOf(core)).toEqual(['offline', 'offline'])
    await core.library.folders.rescan({})
    await core.hostCalls.waitUntilIdle()
    expect((await rootOf(core)).isAvailable).toBe(false)

    bindMount(drive, photosDir)
    await untilAvailable(core, true)
    expect(await ratingsOf(core, ids)).toEqual([5, 5])
  },
)

test.runIf(canMount)(
  'a wrong drive at the place of a watched folder adds nothing and takes nothing away',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 3)
    const { core } = await openCore(libraryDir)
    const ids = await addRated(core, photosDir)
    mountMemory(photosDir)
    await drawPhoto(join(photosDir, 'of-another-drive.jpg'), { seed: 8 })
    expect(inEnglish((await untilAvailable(core, false)).problem)).toContain('Another drive')
    expect(await core.library.photos.ids({})).toHaveLength(3)
    unmount(photosDir)
    await untilAvailable(core, true)
    await core.hostCalls.waitUntilIdle()
    expect(await ratingsOf(core, ids)).toEqual([5, 5, 5])
  },
)

test.runIf(canMount)(
  'the same photos on another volume are the same folder: a drive was copied',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 3)
    const { core } = await openCore(libraryDir)
    const ids = await addRated(core, photosDir)
    await core.close()
    const copy = join(dir, 'copy')
    await mkdir(copy)
    await cp(photosDir, copy, { recursive: true, preserveTimestamps: true })
    mountMemory(photosDir)
    await cp(copy, photosDir, { recursive: true, preserveTimestamps: true })

    const again = await openCore(libraryDir)
    await again.core.hostCalls.waitUntilIdle()
    expect(await rootOf(again.core)).toMatchObject({ isAvailable: true, problem: null })
    expect(await ratingsOf(again.core, ids)).toEqual([5, 5, 5])
    expect(await statusesOf(again.core)).toEqual(['ready', 'ready', 'ready'])
  },
)

test(
  'a folder that was swapped for an empty one is offline, and is back with its photos',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 2)
    const { core } = await openCore(libraryDir)
    const ids = await addRated(core, photosDir)
    await rename(photosDir, join(dir, 'away'))
    await mkdir(photosDir)
    await until(
      () => rootOf(core),
      (root) => !root.isAvailable && inEnglish(root.problem).includes('is empty, and held photos'),
    )
    expect(await statusesOf(core)).toEqual(['offline', 'offline'])

    await rm(photosDir, { recursive: true })
    await rename(join(dir, 'away'), photosDir)
    await untilAvailable(core, true)
    expect(await ratingsOf(core, ids)).toEqual([5, 5])
  },
)

test('many photos that go at once leave the folder offline; a few that go are missing', { tags: 'night' }, async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 24)
  const { core } = await openCore(libraryDir)
  await addRated(core, photosDir)
  await mkdir(join(dir, 'away'))
  for (const name of ['photo-001.jpg', 'photo-002.jpg']) await rename(join(photosDir, name), join(dir, 'away', name))
  await until(
    async () => (await core.library.photos.list({ filter: { statuses: ['missing'] } })).total,
    (missing) => missing === 2,
  )
  expect((await rootOf(core)).isAvailable).toBe(true)

  await core.close()
  for (let at = 3; at <= 24; at++) {
    const name = `photo-${String(at).padStart(3, '0')}.jpg`
    await rename(join(photosDir, name), join(dir, 'away', name))
  }
  const again = await openCore(libraryDir)
  await untilAvailable(again.core, false)
  expect((await again.core.library.photos.list({ filter: { statuses: ['offline'] } })).total).toBe(22)
})

test.runIf(canMount)(
  'a drive that is at another path is known again when its folder is added',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir } = makeLibrary()
    const [before, now] = [join(dir, 'before'), join(dir, 'now')] as [string, string]
    for (const place of [before, now]) await mkdir(place)
    const { core } = await openCore(libraryDir)
    mountMemory(before)
    await drawPhotos(join(before, 'photos'), 3)
    const ids = await addRated(core, join(before, 'photos'))
    bindMount(before, now)
    unmount(before)
    await untilAvailable(core, false)
    const folder = await core.hostCalls.addFolder({ path: join(now, 'photos') })
    await untilAvailable(core, true)
    await core.hostCalls.waitUntilIdle()
    expect(folder.path).toBe(join(now, 'photos'))
    expect(await core.library.folders.list()).toHaveLength(1)
    expect(await core.library.photos.ids({ sort: { by: 'name', order: 'asc' } })).toEqual(ids)
    expect(await ratingsOf(core, ids)).toEqual([5, 5, 5])
  },
)

test.runIf(canMount)('a copy of a folder that is away is a folder of its own', async () => {
  const { dir, libraryDir } = makeLibrary()
  const [before, copy] = [join(dir, 'before'), join(dir, 'copy')] as [string, string]
  await drawPhotos(before, 3)
  const { core } = await openCore(libraryDir)
  const ids = await addRated(core, before)
  await cp(before, copy, { recursive: true, preserveTimestamps: true })
  await rename(before, join(dir, 'renamed'))
  await untilAvailable(core, false)
  await core.hostCalls.addFolder({ path: copy })
  await core.hostCalls.waitUntilIdle()
  expect(await core.library.folders.list()).toHaveLength(2)
  expect(await ratingsOf(core, ids)).toEqual([5, 5, 5])
  expect((await core.library.photos.list({ filter: { ratingFrom: 1 } })).total).toBe(3)
  await core.hostCalls.addFolder({ path: join(dir, 'renamed') })
  await core.hostCalls.waitUntilIdle()
  expect((await core.library.folders.list()).map(({ path }) => path)).toEqual([join(dir, 'renamed'), copy])
  expect(await statusesOf(core)).toEqual(Array(6).fill('ready'))
})
