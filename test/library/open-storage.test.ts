import { inEnglish } from '../../src-main/contract/sentences/write-text.ts'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { drawPhotos } from '../fixtures/pictures.ts'
import { fillDisk, mountSmallDisk } from '../fixtures/small-disk.ts'
import { makeLibrary, openTestLibrary } from './library/open-test-library.ts'

/** A library with two rated photos, closed; with a backup if `isBackedUp`. */
async function makeRated(isBackedUp: boolean) {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await library.calls.photos.rate({ ids: await library.calls.photos.ids({}), rating: 4 })
  if (isBackedUp) await library.calls.backups.now()
  await library.close()
  return libraryDir
}

const contentOf = (libraryDir: string) =>
  JSON.parse(readFileSync(join(libraryDir, 'library.json'), 'utf8')) as Record<string, unknown>

describe('a lost catalogue never becomes a new library silently', () => {
  const losses: [string, RegExp, (path: string) => void][] = [
    ['gone', /is gone, though this folder holds a library of 2 photos/, (path) => rmSync(path)],
    [
      'a folder',
      /is a folder, though/,
      (path) => {
        rmSync(path)
        mkdirSync(path)
      },
    ],
    ['empty', /is empty, though/, (path) => truncateSync(path, 0)],
    [
      'a database without a table',
      /is empty, though/,
      (path) => {
        rmSync(path)
        new Database(path).exec('PRAGMA journal_mode = WAL').close()
      },
    ],
  ]
  test.each(losses)('%s', async (_what, words, lose) => {
    const libraryDir = await makeRated(true)
    lose(join(libraryDir, 'library.db'))
    const before = readdirSync(libraryDir).toSorted()
    const opening = openTestLibrary(libraryDir)
    await expect(opening).rejects.toMatchObject({
      code: 'library-damaged',
      message: expect.stringMatching(words) as string,
    })
    await expect(opening).rejects.toThrow(/Restore the backup of .* \(2 photos\) with "lumafold backup restore"/)
    expect(readdirSync(libraryDir).toSorted()).toEqual(before)
  })

  test('without a backup the message says so', async () => {
    const libraryDir = await makeRated(false)
    rmSync(join(libraryDir, 'library.db'))
    await expect(openTestLibrary(libraryDir)).rejects.toThrow(/There is no backup in .*backups: bring the file back/)
  })

  test('its write-ahead log is not deleted either', async () => {
    const libraryDir = await makeRated(false)
    const path = join(libraryDir, 'library.db')
    const db = new Database(path)
    db.exec('UPDATE photos SET rating = 5')
    copyFileSync(`${path}-wal`, join(libraryDir, 'kept'))
    db.close()
    truncateSync(path, 0)
    copyFileSync(join(libraryDir, 'kept'), `${path}-wal`)
    await expect(openTestLibrary(libraryDir)).rejects.toMatchObject({ code: 'library-damaged' })
    expect(existsSync(`${path}-wal`)).toBe(true)
  })

  test('thumbnails of an earlier version are enough to prove that there was a library', async () => {
    const libraryDir = await makeRated(false)
    for (const name of ['library.db', 'library.json']) rmSync(join(libraryDir, name))
    await expect(openTestLibrary(libraryDir)).rejects.toThrow(/though this folder holds a library\./)
  })

  test('a folder that is new, or has other content, becomes a library', async () => {
    const { libraryDir, dir } = makeLibrary()
    writeFileSync(join(dir, 'notes.txt'), 'mine')
    const { library } = await openTestLibrary(libraryDir)
    expect((await library.calls.library.info()).photoCount).toBe(0)
  })
})

test("library.json describes the library's content and whether it was closed", async () => {
  const { libraryDir } = makeLibrary()
  const { library } = await openTestLibrary(libraryDir)
  expect(contentOf(libraryDir)).toMatchObject({ photos: 0, isClosed: false })
  await library.close()
  const rated = await makeRated(false)
  expect(contentOf(rated)).toMatchObject({ format: 1, photos: 2, lastPhoto: 2, lastEdit: 1, isClosed: true })
})

test('a library of an earlier version gets one, and an unreadable one is written again', async () => {
  const libraryDir = await makeRated(false)
  for (const ruin of [rmSync, (path: string) => writeFileSync(path, '{"form')]) {
    ruin(join(libraryDir, 'library.json'))
    const { library } = await openTestLibrary(libraryDir)
    expect(contentOf(libraryDir)).toMatchObject({ photos: 2 })
    await library.close()
  }
})

test('on a full disk a library opens, is shown, reports it, and resumes when there is room', async (context) => {
  const disk = mountSmallDisk(90_000_000)
  if ('reason' in disk) return context.skip(disk.reason)
  const { photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const libraryDir = join(disk.folder, 'library')
  const first = await openTestLibrary(libraryDir)
  await first.library.hostCalls.addFolder({ path: photosDir })
  await first.library.hostCalls.waitUntilIdle()
  const ids = await first.library.calls.photos.ids({})
  await first.library.calls.photos.rate({ ids, rating: 4 })
  await first.library.close()

  const giveRoom = fillDisk(disk.folder)
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  expect((await library.calls.photos.list({ filter: { ratingFrom: 4 } })).total).toBe(2)
  const tooMany = Array.from({ length: 400 }, (_, i) => `a tag with a long name, number ${i}`)
  const tag = async () => {
    for (const name of tooMany) await library.calls.photos.addTag({ ids, name })
  }
  await expect(tag()).rejects.toMatchObject({ code: 'disk-full' })
  await expect(library.calls.backups.now()).rejects.toMatchObject({ code: 'disk-full' })
  giveRoom()
  await library.calls.photos.rate({ ids, rating: 5 })
  expect(await library.calls.backups.now()).toMatchObject({ photos: 2 })
  await library.calls.photos.rate({ ids, rating: 5 })
  await library.close()
  const again = await openTestLibrary(libraryDir, { watch: false })
  expect((await again.library.calls.photos.list({ filter: { ratingFrom: 5 } })).total).toBe(2)
})

test('a lost journal of edits is reported until the next backup', { tags: 'night' }, async () => {
  const libraryDir = await makeRated(false)
  rmSync(join(libraryDir, 'edits'), { recursive: true })
  const read = async () => {
    const { library } = await openTestLibrary(libraryDir)
    return { library, text: (await library.examine()).map(({ message }) => inEnglish(message)).join('\n') }
  }
  const first = await read()
  expect(first.text).toContain('The edits journal was gone')
  await first.library.close()
  const second = await read()
  expect(second.text).toContain('The edits journal was gone')
  await second.library.calls.backups.now()
  await second.library.close()
  const third = await read()
  expect(third.text).not.toContain('The edits journal was gone')
})
