import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OfflineBackups } from '../../../../src-main/library/safety/backup/offline-backups.ts'
import { catalogPath } from '../../../../src-main/library/catalog/database/library-database.ts'
import { noLog } from '../../../../src-main/library/host/log.ts'
import { damageTable } from '../../../fixtures/damage.ts'
import { actAsOrdinaryUser, hasPermissions } from '../../../fixtures/ordinary-user.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../../library/open-test-library.ts'
import { byNight } from '../../../fixtures/night.ts'

/** A library of three photos, rated 3; its backup; then a rating of 5 for the first one and a fourth photo, rated 2. */
async function makeHistory() {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 3)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const ids = await library.calls.photos.ids({ sort: { by: 'name', order: 'asc' } })
  await library.calls.photos.rate({ ids, rating: 3 })
  const backup = await library.calls.backups.now()
  await library.calls.photos.rate({ ids: ids.slice(0, 1), rating: 5 })
  await drawPhotos(photosDir, 4)
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  const late = (await library.calls.photos.ids({})).filter((id) => !ids.includes(id))
  await library.calls.photos.rate({ ids: late, rating: 2 })
  await library.close()
  return { dir, libraryDir, photosDir, backup }
}

/** Name and rating of every photo, once everything is scanned and analysed. */
async function ratingsIn(libraryDir: string) {
  const { library, log } = await openTestLibrary(libraryDir)
  await library.hostCalls.waitUntilIdle()
  const { tiles } = await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })
  const ratings = tiles.map(({ name, rating }) => `${name} ${rating}`)
  const diagnoses = (await library.examine()).filter(({ area, level }) => area === 'catalogue' && level !== 'good')
  await library.close()
  return { ratings, diagnoses, log }
}

const ALL = ['photo-001.jpg 5', 'photo-002.jpg 3', 'photo-003.jpg 3', 'photo-004.jpg 2']
const asides = (libraryDir: string) => readdirSync(libraryDir).filter((name) => /before-restore.*\.db$/.test(name))

test('a window requests it, the next opening restores, and newer edits are merged', async () => {
  const { libraryDir, backup } = await makeHistory()
  const { library } = await openTestLibrary(libraryDir)
  expect(await library.calls.backups.restore({ id: backup.id })).toMatchObject({ restoring: backup.id })
  const [first] = await library.calls.photos.ids({ sort: { by: 'name', order: 'asc' } })
  await library.calls.photos.addTag({ ids: [first!], name: 'while it waits' })
  await library.close()

  const { ratings, diagnoses } = await ratingsIn(libraryDir)
  expect(ratings).toEqual(ALL)
  expect(diagnoses).toEqual([])
  expect(asides(libraryDir)).toHaveLength(1)
  expect(existsSync(join(libraryDir, 'restore.json'))).toBe(false)
  const again = await openTestLibrary(libraryDir)
  expect(await again.library.calls.photos.ids({ filter: { tags: ['while it waits'] } })).toHaveLength(1)
})

test('a request can be withdrawn', { tags: 'night' }, async () => {
  const { libraryDir, backup } = await makeHistory()
  const { library } = await openTestLibrary(libraryDir)
  await library.calls.backups.restore({ id: backup.id })
  expect(await library.calls.backups.keepPresent()).toMatchObject({ restoring: null })
  await library.close()
  expect((await ratingsIn(libraryDir)).ratings).toEqual(ALL)
  expect(asides(libraryDir)).toEqual([])
})

test('newer edits can be left out, and later edits are not confused with them', { tags: 'night' }, async () => {
  const { libraryDir, backup } = await makeHistory()
  const offline = new OfflineBackups(libraryDir, noLog)
  await offline.restore({ id: backup.id, withNewerEdits: false }, 'test')
  const expected = ['photo-001.jpg 3', 'photo-002.jpg 3', 'photo-003.jpg 3', 'photo-004.jpg 0']
  expect((await ratingsIn(libraryDir)).ratings).toEqual(expected)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.waitUntilIdle()
  const ids = await library.calls.photos.ids({ sort: { by: 'name', order: 'asc' } })
  await library.calls.photos.rate({ ids: ids.slice(3), rating: 1 })
  await library.close()
  expect((await ratingsIn(libraryDir)).ratings).toEqual([...expected.slice(0, 3), 'photo-004.jpg 1'])
})

describe('a backup restores the catalogue with newer edits, whatever happened to it', () => {
  const ways: [string, (path: string) => void][] = [
    ['gone', (path) => rmSync(path)],
    ['empty', (path) => truncateSync(path, 0)],
    ['cut off', (path) => truncateSync(path, 9000)],
    ['overwritten', (path) => writeFileSync(path, 'not a database '.repeat(999))],
    ['damaged in its photos', (path) => damageTable(path, 'photos')],
  ]
  test.each(byNight(ways.slice(-2), ways))('%s', async (_what, ruin) => {
    const { libraryDir, backup } = await makeHistory()
    ruin(catalogPath(libraryDir))
    await new OfflineBackups(libraryDir, noLog).restore({ id: backup.id, withNewerEdits: true }, 'test')
    expect((await ratingsIn(libraryDir)).ratings).toEqual(ALL)
  })
})

test('a damaged backup is refused, and nothing changes', async () => {
  const { libraryDir, backup } = await makeHistory()
  const offline = new OfflineBackups(libraryDir, noLog)
  const file = offline.fileOf(backup.id)
  const bytes = readFileSync(file)
  bytes[bytes.length - 500]! ^= 1
  writeFileSync(file, bytes)
  const before = readFileSync(catalogPath(libraryDir))
  await expect(offline.restore({ id: backup.id, withNewerEdits: true }, 'test')).rejects.toMatchObject({
    code: 'library-damaged',
    message: expect.stringContaining('Restore another one') as string,
  })
  expect(readFileSync(catalogPath(libraryDir)).equals(before)).toBe(true)
  expect(readdirSync(libraryDir)).not.toContain('library.restoring.db')
  appendFileSync(file, 'more')
  await expect(offline.restore({ id: backup.id, withNewerEdits: true }, 'test')).rejects.toMatchObject({
    code: 'backup-not-found',
  })
})

test('a backup that cannot be read is not restored, and the library opens as it was', async (context) => {
  if (!hasPermissions) return context.skip()
  const { dir, libraryDir, backup } = await makeHistory()
  const { library } = await openTestLibrary(libraryDir)
  await library.calls.backups.restore({ id: backup.id })
  await library.close()
  chmodSync(new OfflineBackups(libraryDir, noLog).fileOf(backup.id), 0)
  actAsOrdinaryUser(dir)
  const { ratings, log } = await ratingsIn(libraryDir)
  expect(ratings).toEqual(ALL)
  expect(log.map(({ message }) => message)).toContain('The backup was not restored')
  expect(readdirSync(libraryDir).filter((name) => name.includes('restor'))).toEqual([])
})

test('an open library is not restored during use', async () => {
  const { libraryDir, backup } = await makeHistory()
  await openTestLibrary(libraryDir)
  const offline = new OfflineBackups(libraryDir, noLog)
  await expect(offline.restore({ id: backup.id, withNewerEdits: true }, 'test')).rejects.toMatchObject({
    code: 'library-in-use',
  })
})
