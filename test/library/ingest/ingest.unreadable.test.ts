import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { chmod, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnalysisOutcome } from '../../../src-main/analysis/photo/findings.ts'
import { actAsOrdinaryUser, hasPermissions } from '../../fixtures/ordinary-user.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'

const rootOf = async (library: OpenLibrary) => (await library.calls.folders.list())[0]!
const tilesOf = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles

test.runIf(hasPermissions)(
  'an unreadable watched folder is reported with a remedy, is not scanned endlessly, and returns at once',
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    await drawPhotos(photosDir, 2)
    actAsOrdinaryUser(dir)
    const { library, log } = await openTestLibrary(libraryDir)
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    expect(await rootOf(library)).toMatchObject({ isAvailable: true, problem: null })

    await chmod(photosDir, 0)
    await library.calls.folders.rescan({})
    const closed = await until(
      () => rootOf(library),
      (root) => !root.isAvailable,
    )
    expect(inEnglish(closed.problem)).toContain(`${photosDir} may not be read (EACCES).`)
    expect(inEnglish(closed.problem)).toMatch(/Give this user the permission|Allow it in System Settings/)
    expect((await tilesOf(library)).map((tile) => tile.status)).toEqual(['offline', 'offline'])
    await library.hostCalls.waitUntilIdle()
    expect(log.filter(({ message }) => /cannot be reached/.test(message))).toHaveLength(1)

    await chmod(photosDir, 0o755)
    await until(
      () => rootOf(library),
      (root) => root.isAvailable,
    )
    expect((await rootOf(library)).problem).toBeNull()
    await library.hostCalls.waitUntilIdle()
    expect((await tilesOf(library)).map((tile) => tile.status)).toEqual(['ready', 'ready'])
  },
)

test.runIf(hasPermissions)(
  'an unreadable subfolder is reported, and its known photos are kept',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    await drawPhotos(join(photosDir, 'open'), 1)
    await drawPhoto(join(photosDir, 'closed', 'z.jpg'))
    actAsOrdinaryUser(dir)
    const { library } = await openTestLibrary(libraryDir)
    const { id } = await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()

    await chmod(join(photosDir, 'closed'), 0)
    await library.calls.folders.rescan({ id })
    const root = await until(
      () => rootOf(library),
      ({ problem }) => problem !== null,
    )
    expect(root).toMatchObject({ isAvailable: true })
    expect(inEnglish(root.problem)).toContain('1 place cannot be read, for example closed.')
    expect((await library.examine()).filter(({ area }) => area === 'folders')).toMatchObject([
      { level: 'hint', advice: root.problem },
    ])
    expect((await tilesOf(library)).map((tile) => [tile.name, tile.status])).toEqual([
      ['photo-001.jpg', 'ready'],
      ['z.jpg', 'ready'],
    ])

    await chmod(join(photosDir, 'closed'), 0o755)
    await drawPhoto(join(photosDir, 'closed', 'later.jpg'), { seed: 3 })
    await until(
      () => tilesOf(library),
      (tiles) => tiles.some(({ name, status }) => name === 'later.jpg' && status === 'ready'),
    )
  },
)

const forbidden: AnalysisOutcome = {
  ok: false,
  code: 'file-forbidden',
  reason: foreign('Reading the file is not permitted.'),
}

test.runIf(hasPermissions)(
  'a photo without permission is analysed once permission is given',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    const [file] = await drawPhotos(photosDir, 2)
    await chmod(file!, 0)
    actAsOrdinaryUser(dir)
    const { library, engine } = await openTestLibrary(libraryDir)
    engine.outcomes.set(file!, forbidden)
    const { id } = await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    expect((await tilesOf(library)).map((tile) => tile.status)).toEqual(['failed', 'ready'])

    await library.calls.folders.rescan({ id })
    await library.hostCalls.waitUntilIdle()
    expect(engine.seen.filter((path) => path === file)).toHaveLength(1) // Nothing changed, so it is not retried.

    engine.outcomes.clear()
    await chmod(file!, 0o644)
    await until(
      () => tilesOf(library),
      (tiles) => tiles.every((tile) => tile.status === 'ready'),
    )
  },
)

test.runIf(hasPermissions)('the next scan notices a permission given while the library was closed', async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  const [file] = await drawPhotos(photosDir, 1)
  await chmod(file!, 0)
  actAsOrdinaryUser(dir)
  const first = await openTestLibrary(libraryDir)
  first.engine.outcomes.set(file!, forbidden)
  await first.library.hostCalls.addFolder({ path: photosDir })
  await first.library.hostCalls.waitUntilIdle()
  await first.library.close()
  await chmod(file!, 0o644)

  const { library } = await openTestLibrary(libraryDir)
  await until(
    () => tilesOf(library),
    (tiles) => tiles[0]?.status === 'ready',
  )
})

test.runIf(hasPermissions)(
  'an inaccessible parent folder takes the watched folder offline',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir } = makeLibrary()
    const above = join(dir, 'above')
    const photosDir = join(above, 'photos')
    await drawPhotos(photosDir, 1)
    actAsOrdinaryUser(dir)
    const { library } = await openTestLibrary(libraryDir)
    const { id } = await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    await chmod(above, 0)
    await library.calls.folders.rescan({ id })
    await until(
      () => rootOf(library),
      (root) => /may not be read/.test(inEnglish(root.problem)),
    )
    await chmod(above, 0o755)
    await rename(photosDir, join(above, 'elsewhere'))
    await until(
      () => rootOf(library),
      (root) => /is not there/.test(inEnglish(root.problem)),
    )
    await rename(join(above, 'elsewhere'), photosDir)
    await until(
      () => rootOf(library),
      (root) => root.isAvailable,
    )
  },
)
