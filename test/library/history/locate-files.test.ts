import { reads } from '../../fixtures/reads.ts'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'
import { missingWork, rateByNumber, takeShot, workBelow, writeShot } from '../ingest/identity/shots.ts'

async function openRated(...names: string[]) {
  const made = makeLibrary()
  const file = (name: string) => join(made.photosDir, name)
  for (const [at, name] of names.entries()) await writeShot(file(name), { seed: at + 1, takenAt: null })
  const { library } = await openTestLibrary(made.libraryDir, { watch: false })
  await library.hostCalls.addFolder({ path: made.photosDir })
  await library.hostCalls.waitUntilIdle()
  await rateByNumber(library)
  const scan = async () => {
    await library.calls.folders.rescan({})
    await library.hostCalls.waitUntilIdle()
  }
  const missing = async () => (await library.calls.photos.list({ filter: { statuses: ['missing'] } })).tiles
  return { ...made, library, file, scan, missing }
}

/** The picture as another program exports it; nothing else about the file is the same. */
async function exportAgain(path: string, seed: number): Promise<void> {
  await writeFile(path, await takeShot({ seed: seed + 100, takenAt: null }))
}

test('a person can assign a file to a missing photo, and undo that', { tags: 'night' }, async () => {
  const { library, file, scan, missing, photosDir } = await openRated('1.jpg')
  await rm(file('1.jpg'))
  await exportAgain(file('edited.jpg'), 1)
  await scan()
  const [photo] = await missing()
  const done = await library.hostCalls.setPhotoFile({ id: photo!.id, path: file('edited.jpg') })
  expect(done).toMatchObject({ count: 1, sentence: reads(`Found the file of 1 photo at ${file('edited.jpg')}`) })
  await library.hostCalls.waitUntilIdle()
  expect(await workBelow(library, photosDir)).toEqual({ 'edited.jpg': '1 was 1.jpg' })
  await library.calls.history.undo({})
  expect(await workBelow(library, photosDir)).toEqual({ 'edited.jpg': '0' })
  expect(await missingWork(library)).toEqual(['1.jpg 1'])
})

test('the window names the other photo, and only missing photos take its file', { tags: 'night' }, async () => {
  const { library, file, scan, missing, photosDir } = await openRated('1.jpg', '2.jpg')
  await rm(file('1.jpg'))
  await exportAgain(file('edited.jpg'), 1)
  await scan()
  const [photo] = await missing()
  const tiles = (await library.calls.photos.list({})).tiles
  const idOf = (name: string) => tiles.find((tile) => tile.name === name)!.id
  await expect(library.calls.photos.locate({ id: idOf('2.jpg'), fileOf: idOf('edited.jpg') })).rejects.toThrow(
    /has its file/,
  )
  await library.calls.photos.locate({ id: photo!.id, fileOf: idOf('edited.jpg') })
  expect(await workBelow(library, photosDir)).toEqual({ '2.jpg': '2 was 2.jpg', 'edited.jpg': '1 was 1.jpg' })
})

test('a photo cannot get a file outside the watched folders', async () => {
  const { library, dir, file, scan, missing } = await openRated('1.jpg')
  await rename(file('1.jpg'), join(dir, 'elsewhere.jpg'))
  await scan()
  const [photo] = await missing()
  await expect(library.hostCalls.setPhotoFile({ id: photo!.id, path: join(dir, 'elsewhere.jpg') })).rejects.toThrow(
    /in no watched folder/,
  )
})

test(
  'a subfolder is found at a new place, with the work on photos that were edited meanwhile',
  { tags: 'night' },
  async () => {
    const { library, dir, file, scan } = await openRated('trip/1.jpg', 'trip/day/2.jpg', 'home/3.jpg')
    const other = join(dir, 'other')
    await mkdir(join(other, 'day'), { recursive: true })
    await exportAgain(join(other, '1.jpg'), 1)
    await exportAgain(join(other, 'day', '2.jpg'), 2)
    await rm(file('trip'), { recursive: true })
    await scan()
    const id = (await library.hostCalls.findFolder({ path: file('trip') })) ?? 0
    const folder = await library.hostCalls.locateFolder({ id, path: other })
    expect(folder).toMatchObject({ path: other, photoCount: 2 })
    await library.hostCalls.waitUntilIdle()
    expect(await workBelow(library, other)).toMatchObject({ '1.jpg': '1 was 1.jpg', 'day/2.jpg': '2 was 2.jpg' })
    expect(await missingWork(library)).toEqual([])
    const [newest] = await library.calls.history.list({})
    expect(newest).toMatchObject({ sentence: reads(`Found the file of 2 photos at ${other}`), count: 2 })
    await library.calls.history.undo({})
    expect(await missingWork(library)).toEqual(['1.jpg 1', '2.jpg 2'])
  },
)

test('a folder that holds none of the photos is refused', { tags: 'night' }, async () => {
  const { library, dir, file, scan } = await openRated('trip/1.jpg', 'home/3.jpg')
  await mkdir(join(dir, 'other'))
  await cp(file('home/3.jpg'), join(dir, 'other', 'x.jpg'))
  await rm(file('trip'), { recursive: true })
  await scan()
  const id = (await library.hostCalls.findFolder({ path: file('trip') })) ?? 0
  await expect(library.hostCalls.locateFolder({ id, path: join(dir, 'other') })).rejects.toThrow(/are not in/)
})
