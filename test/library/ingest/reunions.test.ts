import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'
import { makeOld, missingWork, rateByNumber, withNewMetadata, workBelow, writeShot } from './identity/shots.ts'

async function openRated(seeds: readonly number[], options: { watch?: boolean } = {}) {
  const made = makeLibrary()
  const other = join(made.dir, 'other')
  await mkdir(other)
  for (const seed of seeds) await writeShot(join(made.photosDir, `${seed}.jpg`), { seed })
  const { library, engine } = await openTestLibrary(made.libraryDir, options)
  await library.hostCalls.addFolder({ path: made.photosDir })
  await library.hostCalls.waitUntilIdle()
  await rateByNumber(library)
  const scan = async () => {
    await library.calls.folders.rescan({})
    await library.hostCalls.waitUntilIdle()
  }
  return { ...made, other, library, engine, scan, file: (name: string) => join(made.photosDir, name) }
}

test('a file that is moved and saved with new metadata keeps its photo', { tags: 'night' }, async () => {
  const { library, file, photosDir, scan } = await openRated([1, 2], { watch: false })
  await mkdir(file('sub'))
  await writeFile(file('sub/9.jpg'), await withNewMetadata(file('1.jpg'), 'a comment'))
  await rm(file('1.jpg'))
  await scan()
  expect(await workBelow(library, photosDir)).toEqual({ '2.jpg': '2 was 2.jpg', 'sub/9.jpg': '1 was 1.jpg' })
  expect(await missingWork(library)).toEqual([])
  const { total } = await library.calls.photos.list({ filter: { statuses: ['ready'] } })
  expect(total).toBe(2)
})

test(
  'a photo copied to another folder keeps its work when its original is deleted later',
  { tags: 'night' },
  async () => {
    const { library, file, other, scan } = await openRated([1, 2], { watch: false })
    await library.hostCalls.addFolder({ path: other })
    await cp(file('1.jpg'), join(other, 'copy.jpg'))
    await scan()
    expect(await workBelow(library, other)).toMatchObject({ 'copy.jpg': '0' })
    await rm(file('1.jpg'))
    await scan()
    expect(await workBelow(library, other)).toMatchObject({ 'copy.jpg': '1 was 1.jpg' })
    expect(await missingWork(library)).toEqual([])
  },
)

test('a copy that a person rated is a separate photo for good', { tags: 'night' }, async () => {
  const { library, file, other, scan } = await openRated([1], { watch: false })
  await library.hostCalls.addFolder({ path: other })
  await cp(file('1.jpg'), join(other, '4.jpg'))
  await scan()
  const { tiles } = await library.calls.photos.list({})
  const copy = tiles.find((tile) => tile.name === '4.jpg')!
  await library.calls.photos.rate({ ids: [copy.id], rating: 4 })
  await rm(file('1.jpg'))
  await scan()
  expect(await workBelow(library, other)).toEqual({ '4.jpg': '4' })
  expect(await missingWork(library)).toEqual(['1.jpg 1'])
})

test(
  'while the library is open, a move between folders keeps the work, in any order of events',
  { tags: 'night' },
  async () => {
    const { library, file, other } = await openRated([1, 2, 3])
    await library.hostCalls.addFolder({ path: other })
    await library.hostCalls.waitUntilIdle()
    for (const name of ['1.jpg', '2.jpg', '3.jpg']) {
      await cp(file(name), join(other, name))
      await until(
        () => workBelow(library, other),
        (work) => name in work,
      )
      await rm(file(name))
    }
    const work = await until(
      () => workBelow(library, other),
      (now) => Object.keys(now).length === 3 && Object.values(now).every((each) => each !== '0'),
    )
    expect(work).toEqual({ '1.jpg': '1 was 1.jpg', '2.jpg': '2 was 2.jpg', '3.jpg': '3 was 3.jpg' })
  },
)

test(
  'an edited file that is moved, then restored from an older copy, is still the photo',
  { tags: 'night' },
  async () => {
    const { library, file, photosDir, dir, scan } = await openRated([1], { watch: false })
    await cp(file('1.jpg'), join(dir, 'older.jpg'))
    await writeFile(file('1.jpg'), await withNewMetadata(file('1.jpg'), 'first change'))
    await scan()
    await rm(file('1.jpg'))
    await scan()
    await rename(join(dir, 'older.jpg'), file('restored.jpg'))
    await makeOld(file('restored.jpg'), 500)
    await scan()
    expect(await workBelow(library, photosDir)).toEqual({ 'restored.jpg': '1 was 1.jpg' })
  },
)

test('windows are notified of a question raised by an analysis', async () => {
  const { library, engine, file } = await openRated([1, 2])
  const reported: number[] = []
  const { calls } = library
  const total = async () => (await calls.questions.list({})).total
  const stop = new AbortController()
  const events = await calls.library.events(undefined, { signal: stop.signal })
  void (async () => {
    for await (const event of events) if (event.type === 'questions.changed') reported.push(await total())
  })().catch(() => undefined)
  onTestFinished(() => stop.abort())

  engine.hold = true
  await mkdir(file('sub'))
  for (const name of ['sub/8.jpg', 'sub/9.jpg'])
    await writeFile(file(name), await withNewMetadata(file('1.jpg'), `written as ${name}`))
  await rm(file('1.jpg'))
  await until(
    () => missingWork(library),
    (missing) => missing.length === 1,
  )
  await until(
    async () => engine.seen.filter((path) => path.includes('/sub/')).length,
    (count) => count === 2,
  )
  expect([await total(), reported]).toEqual([0, []])
  engine.release()
  await until(
    () => reported,
    (counts) => counts.at(-1) === 1,
  )
})

test('a copy takes nothing from a photo whose renamed folder is not found yet', async () => {
  const { library, file, photosDir, scan } = await openRated([], { watch: false })
  await writeShot(file('trip/1.jpg'), { seed: 1 })
  await scan()
  await rateByNumber(library)
  await mkdir(file('copies'))
  await cp(file('trip/1.jpg'), file('copies/copy.jpg'))
  await scan()
  await rename(file('trip'), file('zoo'))
  // The analysis misses the file before anything tells of the folder.
  const id = await library.hostCalls.findPhoto({ path: file('trip/1.jpg') })
  await library.calls.photos.reanalyse({ ids: [id!] })
  await library.hostCalls.waitUntilIdle()
  await scan()
  expect(await workBelow(library, photosDir)).toEqual({ 'copies/copy.jpg': '0', 'zoo/1.jpg': '1 was 1.jpg' })
})
