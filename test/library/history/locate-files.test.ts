import { reads } from '../../fixtures/reads.ts'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLibrary, openCore } from '../library/open-core.ts'
import { missingWork, rateByNumber, takeShot, workBelow, writeShot } from '../ingest/identity/shots.ts'

async function openRated(...names: string[]) {
  const library = makeLibrary()
  const file = (name: string) => join(library.photosDir, name)
  for (const [at, name] of names.entries()) await writeShot(file(name), { seed: at + 1, takenAt: null })
  const { core } = await openCore(library.libraryDir, { watch: false })
  await core.hostCalls.addFolder({ path: library.photosDir })
  await core.hostCalls.waitUntilIdle()
  await rateByNumber(core)
  const look = async () => {
    await core.library.folders.rescan({})
    await core.hostCalls.waitUntilIdle()
  }
  const missing = async () => (await core.library.photos.list({ filter: { statuses: ['missing'] } })).tiles
  return { ...library, core, file, look, missing }
}

/** The picture as another program exports it: nothing about the file is as it was. */
async function exportAnew(path: string, seed: number): Promise<void> {
  await writeFile(path, await takeShot({ seed: seed + 100, takenAt: null }))
}

test('a person says which file a missing photo is now, and can take that back', { tags: 'night' }, async () => {
  const { core, file, look, missing, photosDir } = await openRated('1.jpg')
  await rm(file('1.jpg'))
  await exportAnew(file('edited.jpg'), 1)
  await look()
  const [photo] = await missing()
  const done = await core.hostCalls.setPhotoFile({ id: photo!.id, path: file('edited.jpg') })
  expect(done).toMatchObject({ count: 1, sentence: reads(`Found the file of 1 photo at ${file('edited.jpg')}`) })
  await core.hostCalls.waitUntilIdle()
  expect(await workBelow(core, photosDir)).toEqual({ 'edited.jpg': '1 was 1.jpg' })
  await core.library.history.undo({})
  expect(await workBelow(core, photosDir)).toEqual({ 'edited.jpg': '0' })
  expect(await missingWork(core)).toEqual(['1.jpg 1'])
})

test('a window names the other photo, and only missing photos take its file', { tags: 'night' }, async () => {
  const { core, file, look, missing, photosDir } = await openRated('1.jpg', '2.jpg')
  await rm(file('1.jpg'))
  await exportAnew(file('edited.jpg'), 1)
  await look()
  const [photo] = await missing()
  const tiles = (await core.library.photos.list({})).tiles
  const idOf = (name: string) => tiles.find((tile) => tile.name === name)!.id
  await expect(core.library.photos.locate({ id: idOf('2.jpg'), fileOf: idOf('edited.jpg') })).rejects.toThrow(
    /has its file/,
  )
  await core.library.photos.locate({ id: photo!.id, fileOf: idOf('edited.jpg') })
  expect(await workBelow(core, photosDir)).toEqual({ '2.jpg': '2 was 2.jpg', 'edited.jpg': '1 was 1.jpg' })
})

test('a file outside the watched folders cannot be that of a photo', async () => {
  const { core, dir, file, look, missing } = await openRated('1.jpg')
  await rename(file('1.jpg'), join(dir, 'elsewhere.jpg'))
  await look()
  const [photo] = await missing()
  await expect(core.hostCalls.setPhotoFile({ id: photo!.id, path: join(dir, 'elsewhere.jpg') })).rejects.toThrow(
    /in no watched folder/,
  )
})

test(
  'a folder below a watched one is found elsewhere, with the work on photos that were edited on the way',
  { tags: 'night' },
  async () => {
    const { core, dir, file, look } = await openRated('trip/1.jpg', 'trip/day/2.jpg', 'home/3.jpg')
    const other = join(dir, 'other')
    await mkdir(join(other, 'day'), { recursive: true })
    await exportAnew(join(other, '1.jpg'), 1)
    await exportAnew(join(other, 'day', '2.jpg'), 2)
    await rm(file('trip'), { recursive: true })
    await look()
    const id = (await core.hostCalls.findFolder({ path: file('trip') })) ?? 0
    const folder = await core.hostCalls.locateFolder({ id, path: other })
    expect(folder).toMatchObject({ path: other, photoCount: 2 })
    await core.hostCalls.waitUntilIdle()
    expect(await workBelow(core, other)).toMatchObject({ '1.jpg': '1 was 1.jpg', 'day/2.jpg': '2 was 2.jpg' })
    expect(await missingWork(core)).toEqual([])
    const [newest] = await core.library.history.list({})
    expect(newest).toMatchObject({ sentence: reads(`Found the file of 2 photos at ${other}`), count: 2 })
    await core.library.history.undo({})
    expect(await missingWork(core)).toEqual(['1.jpg 1', '2.jpg 2'])
  },
)

test('a folder that holds none of the photos is not the one', { tags: 'night' }, async () => {
  const { core, dir, file, look } = await openRated('trip/1.jpg', 'home/3.jpg')
  await mkdir(join(dir, 'other'))
  await cp(file('home/3.jpg'), join(dir, 'other', 'x.jpg'))
  await rm(file('trip'), { recursive: true })
  await look()
  const id = (await core.hostCalls.findFolder({ path: file('trip') })) ?? 0
  await expect(core.hostCalls.locateFolder({ id, path: join(dir, 'other') })).rejects.toThrow(/are not in/)
})
