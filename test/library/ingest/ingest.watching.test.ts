import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openCore, until } from '../library/open-core.ts'

const namesOf = async (core: OpenLibrary) =>
  (await core.library.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles.map((tile) => tile.name)
const untilNamed = (core: OpenLibrary, name: string) =>
  until(
    () => namesOf(core),
    (names) => names.includes(name),
  )

test('how a folder is watched is chosen: not at all, by events, or by looking at it', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 1)
  const { core } = await openCore(libraryDir)
  const { id } = await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const watch = async (watching: 'auto' | 'events' | 'polling' | 'off') => {
    await core.library.folders.setWatching({ id, watching })
    expect((await core.library.folders.list())[0]).toMatchObject({ watching, problem: null })
    await core.hostCalls.waitUntilIdle()
  }
  await watch('off')
  await drawPhoto(join(photosDir, 'unheard.jpg'), { seed: 2 })
  await core.library.folders.rescan({ id })
  await untilNamed(core, 'unheard.jpg')

  await watch('events')
  await drawPhoto(join(photosDir, 'heard.jpg'), { seed: 3 })
  await untilNamed(core, 'heard.jpg')

  await watch('polling')
  await rename(join(photosDir, 'heard.jpg'), join(photosDir, 'seen.jpg'))
  await untilNamed(core, 'seen.jpg')
  expect(await namesOf(core)).toEqual(['photo-001.jpg', 'seen.jpg', 'unheard.jpg'])
  expect((await core.library.analysis.status()).state).not.toBe('scanning')
})

test(
  'a folder below that is moved within the watched one is followed to its new place',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    await drawPhotos(join(photosDir, 'old', 'deep'), 2)
    const { core } = await openCore(libraryDir)
    await core.hostCalls.addFolder({ path: photosDir })
    await core.hostCalls.waitUntilIdle()
    await rename(join(photosDir, 'old'), join(photosDir, 'new'))
    const [id] = await core.library.photos.ids({})
    await until(
      () => core.hostCalls.locatePhoto({ id: id! }),
      (path) => path.includes(join('new', 'deep')),
    )
    await drawPhoto(join(photosDir, 'new', 'deep', 'later.jpg'), { seed: 9 })
    await untilNamed(core, 'later.jpg')
  },
)

test('a burst of changes that runs over the queue of the system is found by a scan', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 1)
  const { core, log } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const picture = readFileSync(join(photosDir, 'photo-001.jpg'))
  // All in one turn: nothing is read of the queue meanwhile, and what comes last is lost.
  mkdirSync(join(photosDir, 'burst'))
  for (let at = 0; at < 9_000; at++) {
    writeFileSync(join(photosDir, `${at}.tmp`), '')
    rmSync(join(photosDir, `${at}.tmp`))
  }
  writeFileSync(join(photosDir, 'burst', 'last.jpg'), picture)
  await untilNamed(core, 'last.jpg')
  if (process.platform === 'linux') expect(log.map(({ message }) => message).join()).toContain('Too many changes')
})
