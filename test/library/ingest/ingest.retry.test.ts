import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPhoto, drawPhotos } from '../../fixtures/pictures.ts'
import { fillDisk, mountSmallDisk } from '../../fixtures/small-disk.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'
import { withNewMetadata, writeShot } from './identity/shots.ts'

const namesOf = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles.map((tile) => tile.name)
const nine = Array.from({ length: 9 }, (_, at) => `new-${at + 1}.jpg`)
const isFailure = ({ message }: { message: string }) => message === 'Looking through a folder failed'

test('files missed while the disk was full are found when there is room', { tags: 'night' }, async (context) => {
  const disk = mountSmallDisk(6 * 1024 ** 2)
  if ('reason' in disk) return context.skip(disk.reason)
  const photosDir = join(tempFolder('retry'), 'photos')
  await drawPhotos(photosDir, 3)
  const { library, log } = await openTestLibrary(join(disk.folder, 'library'))
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()

  const free = fillDisk(disk.folder)
  for (const [seed, name] of nine.entries()) await drawPhoto(join(photosDir, name), { seed })
  await until(
    () => log,
    (lines) => lines.some(isFailure),
  )
  free()
  await until(
    () => namesOf(library),
    (names) => nine.every((name) => names.includes(name)),
  )
})

test('files missed before the library was closed are found at the next start', { tags: 'night' }, async (context) => {
  const disk = mountSmallDisk(6 * 1024 ** 2)
  if ('reason' in disk) return context.skip(disk.reason)
  const photosDir = join(tempFolder('retry'), 'photos')
  await drawPhotos(photosDir, 3)
  const libraryDir = join(disk.folder, 'library')
  const first = await openTestLibrary(libraryDir)
  await first.library.hostCalls.addFolder({ path: photosDir })
  await first.library.hostCalls.waitUntilIdle()
  const free = fillDisk(disk.folder)
  for (const [seed, name] of nine.entries()) await drawPhoto(join(photosDir, name), { seed })
  await until(
    () => first.log,
    (lines) => lines.some(isFailure),
  )
  free()
  await first.library.close()

  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.waitUntilIdle()
  expect((await namesOf(library)).filter((name) => nine.includes(name))).toEqual(nine)
})

test('a library reached through a link does not add its own pictures', { tags: 'night' }, async () => {
  const { dir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  await mkdir(join(photosDir, 'data'))
  await symlink(join(photosDir, 'data'), join(dir, 'link'))
  const { library } = await openTestLibrary(join(dir, 'link', 'library'))
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()

  await drawPhoto(join(photosDir, 'data', 'library', 'previews', 'of-its-own.jpg'), { seed: 5 })
  await drawPhoto(join(photosDir, 'data', 'of-the-person.jpg'), { seed: 6 })
  await until(
    () => namesOf(library),
    (names) => names.includes('of-the-person.jpg'),
  )
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  expect(await namesOf(library)).toEqual(['of-the-person.jpg', 'photo-001.jpg', 'photo-002.jpg'])
})

test('a file that an editor deletes and replaces with a renamed one is the same photo', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const file = await writeShot(join(photosDir, 'a.jpg'), { seed: 1 })
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const [id] = await library.calls.photos.ids({})
  await library.calls.photos.rate({ ids: [id!], rating: 3 })

  const saved = await withNewMetadata(file, 'saved by an editor')
  await writeFile(`${file}.tmp`, saved)
  await rm(file)
  await rename(`${file}.tmp`, file)
  await until(
    () => library.calls.photos.get({ id: id! }),
    (photo) => photo.bytes === saved.length && photo.status === 'ready',
  )
  expect((await library.calls.photos.tiles({ ids: [id!] }))[0]).toMatchObject({ rating: 3 })
  expect(await namesOf(library)).toEqual(['a.jpg'])
})
