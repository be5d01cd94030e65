import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { say } from '../../../../src-main/contract/sentences/say.ts'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { OpenLibrary, Diagnosis } from '../../../../src-main/library/library.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { fillDisk, mountSmallDisk } from '../../../fixtures/small-disk.ts'
import { makeLibrary, openTestLibrary } from '../../library/open-test-library.ts'

const areaOf = async (library: OpenLibrary, area: Diagnosis['area']) =>
  (await library.examine())
    .filter((each) => each.area === area)
    .map(({ level, message }) => `${level}: ${inEnglish(message)}`)

test('a new library is advised to add a folder, and its catalogue is intact', async () => {
  const { library } = await openTestLibrary(makeLibrary().libraryDir)
  expect(await areaOf(library, 'folders')).toEqual(['hint: No folder is watched.'])
  expect(await areaOf(library, 'catalogue')).toEqual(['good: The catalogue is intact.'])
  expect(await areaOf(library, 'photos')).toEqual(['good: 0 photos, 0 waiting for analysis.'])
  expect((await library.examine()).every(({ level, advice }) => (level === 'good') === (advice === null))).toBe(true)
})

test('unreadable photos and unreachable folders are named', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  await writeFile(join(photosDir, 'bad.jpg'), 'no picture at all')
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect(await areaOf(library, 'folders')).toEqual([`good: ${photosDir} can be read.`])
  expect(await areaOf(library, 'photos')).toEqual([
    'good: 3 photos, 0 waiting for analysis.',
    'hint: 1 photo could not be read.',
  ])

  await rename(photosDir, `${photosDir}-unplugged`)
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  expect(await areaOf(library, 'folders')).toEqual([`problem: ${photosDir} cannot be reached; its photos are kept.`])
  expect(await areaOf(library, 'photos')).toContain('hint: 3 photos are in folders that cannot be reached.')
})

test("the free space of the library's disk is reported", async () => {
  const { libraryDir } = makeLibrary()
  const { library } = await openTestLibrary(libraryDir)
  const [line] = await areaOf(library, 'disk')
  expect(line).toMatch(/: [\d,]+(\.\d)? GB are free for /)
  expect(line).toContain(libraryDir)
})

test('the age of the newest backup is reported', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 1)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect(await areaOf(library, 'backups')).toEqual([expect.stringMatching(/^hint: There is no backup .* yet\.$/)])
  const made = await library.calls.backups.now()
  expect(await areaOf(library, 'backups')).toEqual([
    expect.stringMatching(/^good: The newest of 1 backup is of .*\(1 photo\)\.$/),
  ])
  const manifest = join(libraryDir, 'backups', `${made.id}.json`)
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(made.at, '2020-01-01T00:00:00.000Z'))
  expect(await areaOf(library, 'backups')).toEqual([expect.stringContaining('good:')])
  await library.calls.photos.rate({ ids: await library.calls.photos.ids({}), rating: 1 })
  expect(await areaOf(library, 'backups')).toEqual([
    expect.stringContaining('problem: The newest of 1 backup is of 2020'),
  ])
})

test('a full disk of the library is reported as such', async (context) => {
  const disk = mountSmallDisk(40_000_000)
  if ('reason' in disk) return context.skip(disk.reason)
  const { library } = await openTestLibrary(join(disk.folder, 'library'))
  fillDisk(disk.folder)
  expect(await areaOf(library, 'disk')).toEqual([expect.stringContaining('problem: The disk of the library is full')])
})

test('reclaimable space is reported with its size, and a repair gives it back', async () => {
  const { libraryDir } = makeLibrary()
  await (await openTestLibrary(libraryDir)).library.close()
  const db = new Database(join(libraryDir, 'library.db'))
  db.exec(`CREATE TABLE filler AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
    SELECT i, zeroblob(4000) AS bytes FROM n`)
  db.exec('DROP TABLE filler')
  const empty = db.pragma('freelist_count', { simple: true }) as number
  db.close()
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  const size = Math.round((empty * 4096) / 1e6)
  expect(size).toBeGreaterThan(20)
  expect(await areaOf(library, 'disk')).toContain(`hint: ${size} MB of the library’s files are empty.`)
  expect((await library.repair()).map(inEnglish)).toEqual([
    expect.stringContaining('MB of the library’s files were empty'),
  ])
  expect(await areaOf(library, 'disk')).toHaveLength(1)
})

test('a repair makes a backup first and reports what it did', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect(await library.repair()).toEqual([])
  expect((await library.calls.backups.list()).backups).toEqual([])
  await library.close()
  const db = new Database(join(libraryDir, 'library.db'))
  db.exec("INSERT INTO photo_text (photo_text) VALUES ('delete-all')")
  db.close()
  const again = (await openTestLibrary(libraryDir)).library
  expect((await areaOf(again, 'catalogue'))[0]).toMatch(
    /^problem: 2 photos that cannot be found by name \(ids \d, \d\)\.$/,
  )
  expect(await again.repair()).toEqual([say('repairs.wordsRenewed', { photos: 2 })])
  expect((await again.calls.backups.list()).backups).toMatchObject([{ reason: 'before', note: say('backups.repair') }])
  expect(await areaOf(again, 'catalogue')).toEqual(['good: The catalogue is intact.'])
})
