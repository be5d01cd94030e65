import { say } from '../../../../src-main/contract/sentences/say.ts'
import { readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Backups } from '../../../../src-main/library/safety/backup/backups.ts'
import { putRestoreRequest, removeRestoreRequest } from '../../../../src-main/library/safety/backup/restore-request.ts'
import { catalogPath } from '../../../../src-main/library/catalog/database/library-database.ts'
import { noLog } from '../../../../src-main/library/host/log.ts'
import { damageTable } from '../../../fixtures/damage.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { mountSmallDisk } from '../../../fixtures/small-disk.ts'
import { openForTest, openWithRoot } from '../../catalog/library.ts'

const DAY_MS = 86_400_000

/** A library of two photos and its backups, at a time that the test sets. */
function openBackups(libraryDir = tempFolder(), folder = join(libraryDir, 'backups')) {
  const { catalog, add } = openWithRoot(libraryDir)
  const ids = add('a.jpg', 'b.jpg')
  const clock = { ms: Date.parse('2026-07-01T10:00:00Z') }
  const damage: string[] = []
  const about = { catalogPath: catalogPath(libraryDir), folder: () => folder, upgrade: () => null }
  const backups = new Backups({
    ...about,
    log: noLog,
    now: () => clock.ms,
    onDamage: (findings) => damage.push(...findings),
  })
  return { libraryDir, folder, catalog, ids, backups, clock, damage }
}

test('a backup is a complete database and describes its content', async () => {
  const { catalog, ids, backups, folder } = openBackups()
  catalog.changes.apply({ kind: 'rate', ids, rating: 4 })
  const made = await backups.take('asked')
  expect(made).toMatchObject({ id: '2026-07-01T10-00-00Z-asked', photos: 2, lastEdit: 1, reason: 'asked', note: null })
  expect(await backups.list()).toEqual([made])
  expect(readdirSync(folder).toSorted()).toEqual([`${made.id}.db`, `${made.id}.json`])

  const copy = tempFolder()
  writeFileSync(catalogPath(copy), readFileSync(join(folder, `${made.id}.db`)))
  expect(
    openForTest(copy)
      .photos.tiles(ids)
      .map(({ rating }) => rating),
  ).toEqual([4, 4])
})

test('two backups in one second have different names', async () => {
  const { backups } = openBackups()
  const made = await Promise.all([backups.take('asked'), backups.take('asked')])
  expect(made.map(({ id }) => id)).toEqual(['2026-07-01T10-00-00Z-asked', '2026-07-01T10-00-00Z-asked-2'])
})

test('expired ones are deleted', { tags: 'night' }, async () => {
  const { backups, clock, catalog, ids } = openBackups()
  for (let day = 0; day < 10; day++) {
    catalog.changes.apply({ kind: 'rate', ids, rating: day % 5 })
    await backups.take('daily')
    clock.ms += DAY_MS
  }
  const days = (await backups.list()).map(({ at }) => at.slice(5, 10))
  expect(days).toEqual(['07-10', '07-09', '07-08', '07-07', '07-06', '07-05', '07-04'])
})

test('one that is to be restored when the library is next opened stays until then', async () => {
  const { backups, clock, libraryDir } = openBackups()
  const takeNext = () => {
    clock.ms += 1000
    return backups.take('before')
  }
  const { id } = await takeNext()
  putRestoreRequest(libraryDir, { id, withNewerEdits: true })
  for (let taken = 0; taken < 6; taken++) await takeNext() // five would stay
  expect((await backups.list()).map((each) => each.id)).toContain(id)
  removeRestoreRequest(libraryDir)
  await takeNext()
  expect((await backups.list()).map((each) => each.id)).not.toContain(id)
})

test('before a large change, a backup is made only if the newest is out of date', async () => {
  const { backups, catalog, ids, clock } = openBackups()
  await backups.before(say('backups.repair'), catalog.info().mark)
  await backups.before(say('backups.repair'), catalog.info().mark)
  expect(await backups.list()).toMatchObject([{ reason: 'before', note: say('backups.repair') }])
  clock.ms += 1000
  catalog.changes.apply({ kind: 'rate', ids, rating: 1 })
  await backups.before(say('backups.folderRemoval'), catalog.info().mark)
  expect((await backups.list()).map(({ note }) => note)).toEqual([say('backups.folderRemoval'), say('backups.repair')])
})

test('a damaged catalogue gives no backup, and is reported', async () => {
  const { backups, catalog, libraryDir, folder, damage } = openBackups()
  const good = await backups.take('daily')
  catalog.close()
  damageTable(catalogPath(libraryDir), 'photos')
  await expect(backups.take('daily')).rejects.toMatchObject({ code: 'library-damaged' })
  expect(damage.length).toBeGreaterThan(0)
  expect(await backups.list()).toEqual([good])
  expect(readdirSync(folder)).toHaveLength(2)
})

test('leftovers of a stop are deleted; an incomplete file is not a backup', async () => {
  const { backups, folder, clock } = openBackups()
  const good = await backups.take('asked')
  const names = [
    '2026-06-01T10-00-00Z-daily.partial',
    '2026-06-01T10-00-00Z-daily.partial-journal',
    '2026-06-02T10-00-00Z-daily.json',
  ]
  const manifest = readFileSync(join(folder, `${good.id}.json`))
  for (const name of names) {
    writeFileSync(join(folder, name), manifest)
    utimesSync(join(folder, name), 1e9, 1e9)
  }
  writeFileSync(join(folder, 'notes.json'), '{}')
  const underWay = join(folder, '2026-06-03T10-00-00Z-daily.partial')
  writeFileSync(underWay, 'one that another process makes')
  utimesSync(underWay, clock.ms / 1000 - 60, clock.ms / 1000 - 60)
  expect(await backups.list()).toEqual([good])
  await backups.take('daily')
  const left = readdirSync(folder)
  expect(left.filter((name) => names.includes(name))).toEqual([])
  expect(left).toContain('notes.json')
  expect(left).toContain('2026-06-03T10-00-00Z-daily.partial')
  truncateSync(join(folder, `${good.id}.db`), 100)
  expect((await backups.list()).map(({ id }) => id)).not.toContain(good.id)
})

test(
  'without space earlier backups are deleted, never the newest, and the message gives advice',
  { tags: 'night' },
  async (context) => {
    const disk = mountSmallDisk(57_200_000)
    if ('reason' in disk) return context.skip(disk.reason)
    const { backups, clock } = openBackups(tempFolder(), join(disk.folder, 'backups'))
    const filler = join(disk.folder, 'filler')
    await backups.take('daily')
    clock.ms += DAY_MS
    const newest = await backups.take('daily')
    expect(await backups.list()).toHaveLength(2)
    writeFileSync(filler, Buffer.alloc(5_500_000))
    clock.ms += DAY_MS
    await expect(backups.take('daily')).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringMatching(/no room for a backup in .* Free some space, or choose another folder/) as string,
    })
    expect(await backups.list()).toEqual([newest])
    rmSync(filler)
    expect((await backups.take('daily')).photos).toBe(2)
  },
)

test('an unfinished one ends when the library closes', async () => {
  const { backups, folder } = openBackups()
  const making = backups.take('daily')
  await backups.close()
  await expect(making).rejects.toMatchObject({ name: 'AbortError' })
  expect(readdirSync(folder)).toEqual([])
})
