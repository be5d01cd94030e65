import { chmod, copyFile, cp, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../../src-main/library/library.ts'
import { createFakeEngine } from '../../library/fake-engine.ts'
import { makeLibrary, openTestLibrary, until } from '../../library/open-test-library.ts'
import { makeOld, missingWork, rateByNumber, takeShot, workBelow, writeShot } from './shots.ts'

const BURST = '2024:05:01 10:00:00'

/** Adds folders, waits until everything is analysed, and rates each photo by its number. */
async function importAndRate(library: OpenLibrary, ...folders: string[]): Promise<void> {
  for (const path of folders) await library.hostCalls.addFolder({ path })
  await library.hostCalls.waitUntilIdle()
  await rateByNumber(library)
}

async function rescan(library: OpenLibrary): Promise<void> {
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
}

/** Like `cp` over an existing file: the inode stays. */
async function copyInto(from: string, to: string, keepsTime = false): Promise<void> {
  const { atime, mtime } = await stat(from)
  await copyFile(from, to)
  if (keepsTime) await utimes(to, atime, mtime)
}

/** `cp a t; cp b a; cp t b` */
async function exchange(a: string, b: string, keepsTime = false): Promise<void> {
  await copyInto(a, `${a}.tmp`, keepsTime)
  await copyInto(b, a, keepsTime)
  await copyInto(`${a}.tmp`, b, keepsTime)
  await rm(`${a}.tmp`)
}

/** Two pictures without EXIF, of one size and time. */
async function writeTwins(...paths: string[]): Promise<void> {
  const pictures = await Promise.all(paths.map((_path, at) => takeShot({ seed: at + 1, takenAt: null })))
  const length = Math.max(...pictures.map((picture) => picture.length))
  for (const [at, path] of paths.entries()) {
    const picture = pictures[at]!
    await writeFile(path, Buffer.concat([picture, Buffer.alloc(length - picture.length)]))
    await makeOld(path)
  }
}

/** The thumbnail of the photo at a path. */
async function thumbnailOf(library: OpenLibrary, path: string): Promise<string> {
  const { tiles } = await library.calls.photos.list({})
  for (const { id } of tiles)
    if ((await library.calls.photos.get({ id })).path === path)
      return Buffer.from((await library.serveImage({ photoId: id, kind: 'thumb' }))!.bytes).toString('hex')
  throw new Error(`No photo at ${path}.`)
}

test("files swapped during their analysis do not take over each other's findings", async () => {
  const { libraryDir, photosDir, dir } = makeLibrary()
  const file = (name: string) => join(photosDir, name)
  const engine = createFakeEngine()
  engine.hold = true
  for (const seed of [1, 2]) await writeShot(file(`${seed}.jpg`), { seed, takenAt: null })
  const { library } = await openTestLibrary(libraryDir, { engine, watch: false })
  await library.hostCalls.addFolder({ path: photosDir })
  await until(
    () => engine.seen.length,
    (count) => count === 2,
  )
  await rename(file('1.jpg'), file('x'))
  await rename(file('2.jpg'), file('1.jpg'))
  await rename(file('x'), file('2.jpg'))
  await rateByNumber(library)
  engine.release()
  await library.hostCalls.waitUntilIdle()
  await rescan(library)
  expect(await workBelow(library, photosDir)).toEqual({ '1.jpg': '2 was 2.jpg', '2.jpg': '1 was 1.jpg' })

  // As between two drives: only the content tells which is which.
  await mkdir(file('sub'))
  for (const [from, to] of [
    ['1.jpg', 'sub/a.jpg'],
    ['2.jpg', 'sub/b.jpg'],
  ] as const) {
    await cp(file(from), join(dir, 'copy'), { preserveTimestamps: true })
    await rm(file(from))
    await cp(join(dir, 'copy'), file(to), { preserveTimestamps: true })
  }
  await rescan(library)
  expect(await workBelow(library, photosDir)).toEqual({ 'sub/a.jpg': '2 was 2.jpg', 'sub/b.jpg': '1 was 1.jpg' })
  expect(await missingWork(library)).toEqual([])
})

test("a burst keeps each frame's work when the first is deleted and the others renumbered and mirrored", async () => {
  const { libraryDir, photosDir, dir } = makeLibrary()
  const frame = (number: number) => join(photosDir, `IMG_${number}.jpg`)
  const other = join(dir, 'other')
  for (const seed of [1, 2, 3, 4, 5]) await writeShot(frame(seed), { seed, takenAt: BURST })
  await writeShot(join(other, 'x.jpg'), { seed: 40 })
  const { library } = await openTestLibrary(libraryDir)
  await importAndRate(library, photosDir, other)
  await library.close()
  await rm(frame(1))
  for (const number of [2, 3, 4, 5]) {
    await cp(frame(number), `${frame(number)}.part`, { preserveTimestamps: true })
    await rename(`${frame(number)}.part`, frame(number - 1))
  }
  await rm(frame(5))
  const { library: reopened } = await openTestLibrary(libraryDir)
  await reopened.hostCalls.waitUntilIdle()
  expect(await workBelow(reopened, photosDir)).toMatchObject({
    'IMG_1.jpg': '2 was IMG_2.jpg',
    'IMG_2.jpg': '3 was IMG_3.jpg',
    'IMG_3.jpg': '4 was IMG_4.jpg',
    'IMG_4.jpg': '5 was IMG_5.jpg',
  })
  expect(await missingWork(reopened)).toEqual(['IMG_1.jpg 1'])
  expect(await reopened.calls.questions.list({})).toMatchObject({ questions: [] })
})

test('contents swapped within files take the work along, with new times and with times kept', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const file = (name: string) => join(photosDir, name)
  for (const seed of [1, 2]) await writeShot(file(`burst-${seed}.jpg`), { seed, takenAt: BURST })
  await writeTwins(file('twin-3.png'), file('twin-4.png'))
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  await importAndRate(library, photosDir)
  const before = await thumbnailOf(library, file('twin-3.png'))
  const exchanged = {
    'burst-1.jpg': '2 was burst-2.jpg',
    'burst-2.jpg': '1 was burst-1.jpg',
    'twin-3.png': '4 was twin-4.png',
    'twin-4.png': '3 was twin-3.png',
  }
  await exchange(file('burst-1.jpg'), file('burst-2.jpg'))
  await exchange(file('twin-3.png'), file('twin-4.png'))
  await rescan(library)
  expect(await workBelow(library, photosDir)).toEqual(exchanged)

  for (const name of ['twin-3.png', 'twin-4.png']) await makeOld(file(name))
  await rescan(library)
  await exchange(file('burst-1.jpg'), file('burst-2.jpg'), true)
  await exchange(file('twin-3.png'), file('twin-4.png'), true)
  await rescan(library)
  expect(await workBelow(library, photosDir)).toEqual({
    'burst-1.jpg': '1 was burst-1.jpg',
    'burst-2.jpg': '2 was burst-2.jpg',
    'twin-3.png': '3 was twin-3.png',
    'twin-4.png': '4 was twin-4.png',
  })
  expect(await thumbnailOf(library, file('twin-3.png'))).toBe(before)
  expect(await missingWork(library)).toEqual([])
})

test('contents swapped before any analysis are asked about, not mistaken for the old ones', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const file = (name: string) => join(photosDir, name)
  for (const seed of [1, 2]) await writeShot(file(`burst-${seed}.jpg`), { seed, takenAt: BURST })
  await writeTwins(file('twin-3.png'), file('twin-4.png'))
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  await library.calls.analysis.pause()
  await library.hostCalls.addFolder({ path: photosDir })
  const dates = async () => (await library.calls.photos.list({})).tiles.map(({ takenAt }) => takenAt?.slice(0, 4))
  await expect.poll(dates).toEqual(['2024', '2024', undefined, undefined])
  await rateByNumber(library)
  await exchange(file('burst-1.jpg'), file('burst-2.jpg'))
  await exchange(file('twin-3.png'), file('twin-4.png'))
  await library.calls.analysis.resume()
  await library.hostCalls.waitUntilIdle()
  await rescan(library)
  expect(await workBelow(library, photosDir)).toEqual({
    'burst-1.jpg': '0',
    'burst-2.jpg': '0',
    'twin-3.png': '0',
    'twin-4.png': '0',
  })
  const { questions } = await library.calls.questions.list({})
  expect(questions.map(({ photo, reason }) => [photo.name, reason]).toSorted()).toEqual([
    ['burst-1.jpg', 'same-place'],
    ['burst-2.jpg', 'same-place'],
    ['twin-3.png', 'same-place'],
    ['twin-4.png', 'same-place'],
  ])
})

test('a changed file without EXIF is an edit only if it looks the same; else a person is asked', async () => {
  const { libraryDir, photosDir, dir } = makeLibrary()
  const file = (name: string) => join(photosDir, name)
  for (const seed of [1, 2, 3, 4]) await writeShot(file(`${seed}.png`), { seed, takenAt: null })
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  await importAndRate(library, photosDir)
  const brighter = async (name: string) =>
    sharp(await readFile(file(name)))
      .linear(1.1, 4)
      .png()
      .toBuffer()
  await writeFile(file('1.png'), await brighter('1.png'))
  await writeFile(file('new.tmp'), await brighter('2.png'))
  await rename(file('new.tmp'), file('2.png'))
  await writeShot(join(dir, 'other.png'), { seed: 30, takenAt: null })
  await copyInto(join(dir, 'other.png'), file('3.png'))
  await rename(join(dir, 'other.png'), file('4.png'))
  await rescan(library)
  expect(await workBelow(library, photosDir)).toEqual({
    '1.png': '1 was 1.png',
    '2.png': '2 was 2.png',
    '3.png': '0',
    '4.png': '0',
  })
  expect(await missingWork(library)).toEqual(['3.png 3', '4.png 4'])
  const { questions } = await library.calls.questions.list({})
  expect(questions.map(({ photo, reason }) => [photo.name, reason])).toEqual([
    ['3.png', 'same-place'],
    ['4.png', 'same-place'],
  ])
})

test('other content with the same size and time is noticed, and new permissions cost one reading', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const [edited, same] = [join(photosDir, '1.jpg'), join(photosDir, '2.jpg')]
  const version = async (seed: number) =>
    Buffer.concat([await takeShot({ seed, takenAt: BURST }), Buffer.alloc(20_000)]).subarray(0, 20_000)
  await writeFile(edited, await version(1))
  await makeOld(edited)
  await writeShot(same, { seed: 2 })
  const engine = createFakeEngine()
  const { library } = await openTestLibrary(libraryDir, { engine, watch: false })
  await importAndRate(library, photosDir)
  const before = await thumbnailOf(library, edited)
  const asked: string[] = []
  const { analyse } = engine
  engine.analyse = (request) => {
    asked.push(`${request.path.slice(photosDir.length + 1)} ${request.steps.length === 1 ? request.steps[0] : 'all'}`)
    return analyse(request)
  }
  await writeFile(edited, await version(31))
  await makeOld(edited)
  await chmod(same, 0o640)
  await rescan(library)
  expect(await thumbnailOf(library, edited)).not.toBe(before)
  expect(await workBelow(library, photosDir)).toEqual({ '1.jpg': '1 was 1.jpg', '2.jpg': '2 was 2.jpg' })
  expect(asked.filter((each) => each.startsWith('2.jpg'))).toEqual(['2.jpg hash'])
  asked.length = 0
  await rescan(library)
  expect(asked).toEqual([])
})
