import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

const namesOf = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles.map((tile) => tile.name)
const untilNamed = (library: OpenLibrary, name: string) =>
  until(
    () => namesOf(library),
    (names) => names.includes(name),
  )

test('the way to watch a folder can be chosen: none, events, or polling', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 1)
  const { library } = await openTestLibrary(libraryDir)
  const { id } = await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const watch = async (watching: 'auto' | 'events' | 'polling' | 'off') => {
    await library.calls.folders.setWatching({ id, watching })
    expect((await library.calls.folders.list())[0]).toMatchObject({ watching, problem: null })
    await library.hostCalls.waitUntilIdle()
  }
  await watch('off')
  await drawPhoto(join(photosDir, 'unheard.jpg'), { seed: 2 })
  await library.calls.folders.rescan({ id })
  await untilNamed(library, 'unheard.jpg')

  await watch('events')
  await drawPhoto(join(photosDir, 'heard.jpg'), { seed: 3 })
  await untilNamed(library, 'heard.jpg')

  await watch('polling')
  await rename(join(photosDir, 'heard.jpg'), join(photosDir, 'seen.jpg'))
  await untilNamed(library, 'seen.jpg')
  expect(await namesOf(library)).toEqual(['photo-001.jpg', 'seen.jpg', 'unheard.jpg'])
  expect((await library.calls.analysis.status()).state).not.toBe('scanning')
})

test('a subfolder moved within the watched folder is followed to its new place', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(join(photosDir, 'old', 'deep'), 2)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await rename(join(photosDir, 'old'), join(photosDir, 'new'))
  const [id] = await library.calls.photos.ids({})
  await until(
    () => library.hostCalls.locatePhoto({ id: id! }),
    (path) => path.includes(join('new', 'deep')),
  )
  await drawPhoto(join(photosDir, 'new', 'deep', 'later.jpg'), { seed: 9 })
  await untilNamed(library, 'later.jpg')
})

test("after a burst of changes that overflows the system's queue, a scan finds them", async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 1)
  const { library, log } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const picture = readFileSync(join(photosDir, 'photo-001.jpg'))
  // All in one turn: the queue is not read meanwhile, and its last events are lost.
  mkdirSync(join(photosDir, 'burst'))
  for (let at = 0; at < 9_000; at++) {
    writeFileSync(join(photosDir, `${at}.tmp`), '')
    rmSync(join(photosDir, `${at}.tmp`))
  }
  writeFileSync(join(photosDir, 'burst', 'last.jpg'), picture)
  await untilNamed(library, 'last.jpg')
  if (process.platform === 'linux') expect(log.map(({ message }) => message).join()).toContain('Too many changes')
})
