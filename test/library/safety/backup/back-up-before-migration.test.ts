import { say } from '../../../../src-main/contract/sentences/say.ts'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { backUpBeforeMigration } from '../../../../src-main/library/safety/backup/back-up-before-migration.ts'
import { backupFolderOf } from '../../../../src-main/library/safety/backup/backup-folder-of.ts'
import { catalogPath, libraryDatabase } from '../../../../src-main/library/catalog/database/library-database.ts'
import { migrations } from '../../../../src-main/library/catalog/migrations/migrations.ts'
import { LibraryFile } from '../../../../src-main/library/library-file/library-file.ts'
import { readFileHeader } from '../../../../src-main/base/sqlite/file-header.ts'
import { openDatabase } from '../../../../src-main/base/sqlite/open-database.ts'
import { damageTable } from '../../../fixtures/damage.ts'
import { makeLibrary, openTestLibrary } from '../../library/open-test-library.ts'

const quiet = { info: () => undefined, warn: () => undefined }

/** The library of an earlier version, with one rated photo. */
function makeEarlier(version: number, photos = 1): string {
  const libraryDir = join(makeLibrary().dir, 'earlier')
  const db = openDatabase(libraryDatabase(libraryDir, migrations.slice(0, version)))
  db.exec(`INSERT INTO step_sets (id, content) VALUES (1, '{}'); INSERT INTO folders (id, root_id, name, relative_path) VALUES (1, 1, 'photos', '');
    INSERT INTO roots (folder_id, path) VALUES (1, '/photos')`)
  const photo = db.prepare(
    'INSERT INTO photos (id, added_ms, fallback_ms, step_set, pending, rating, is_rated) VALUES (?, 1, 1, 1, 0, 4, 1)',
  )
  const file = db.prepare(
    "INSERT INTO files (photo_id, folder_id, name, name_key, bytes, modified_ms) VALUES (?, 1, ?, 'a', 1, 1)",
  )
  db.transaction(() => {
    for (let id = 1; id <= photos; id++) {
      photo.run(id)
      file.run(id, `${id}.jpg`)
    }
  })()
  db.close()
  return libraryDir
}

test.each([1, 4])('a catalogue of version %i is backed up before its layout is changed', async (version) => {
  const libraryDir = makeEarlier(version)
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  const { backups, folder } = await library.calls.backups.list()
  expect(backups).toMatchObject([{ reason: 'migration', note: say('backups.layout', { version }), photos: 1 }])
  const copy = join(folder, `${backups[0]!.id}.db`)
  expect(readFileHeader(copy)?.version).toBe(version)
  const db = new Database(copy, { readonly: true })
  expect(db.prepare('SELECT rating FROM photos').pluck().all()).toEqual([4])
  db.close()
  expect(readFileHeader(catalogPath(libraryDir))?.version).toBeGreaterThan(4)
  expect(readdirSync(libraryDir).filter((name) => name.includes('before-migration'))).toEqual([])
  await library.close()
  const again = await openTestLibrary(libraryDir, { watch: false })
  expect((await again.library.calls.backups.list()).backups).toHaveLength(1)
})

test('an upgrade that is interrupted several times keeps its first copy and makes no other', async () => {
  const libraryDir = makeEarlier(4)
  const folder = backupFolderOf(libraryDir, null)
  const versions = async () => (await folder.list()).map(({ version }) => version)
  const copies: number[][] = []
  for (const version of [5, 6, 7, 8]) {
    const libraryFile = new LibraryFile(libraryDir, quiet)
    await backUpBeforeMigration(libraryDir, libraryFile, quiet)
    libraryFile.noteOpening()
    openDatabase(libraryDatabase(libraryDir, migrations.slice(0, version))).close() // and killed there
    copies.push(await versions())
  }
  expect(copies).toEqual([[4], [4], [4], [4]])
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  expect(await versions()).toEqual([4])
  await library.close()
})

test('a damaged catalogue of an earlier version is not changed', async () => {
  const libraryDir = makeEarlier(4, 2000)
  damageTable(catalogPath(libraryDir), 'photos')
  await expect(openTestLibrary(libraryDir, { watch: false })).rejects.toMatchObject({ code: 'library-damaged' })
  expect(readFileHeader(catalogPath(libraryDir))?.version).toBe(4)
})
