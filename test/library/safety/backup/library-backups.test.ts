import { say } from '../../../../src-main/contract/sentences/say.ts'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../../library/open-test-library.ts'

test('a backup starts before a folder is removed, and one an hour is enough', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { library } = await openTestLibrary(libraryDir)
  const { id } = await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await library.calls.folders.remove({ id })
  const { backups, folder } = await until(
    () => library.calls.backups.list(),
    (list) => list.backups.length > 0,
  )
  expect(backups).toMatchObject([{ reason: 'before', note: say('backups.folderRemoval'), photos: 2 }])
  const copy = new Database(join(folder, `${backups[0]!.id}.db`), { readonly: true })
  expect(copy.prepare('SELECT removed_ms FROM roots').pluck().all()).toEqual([null])
  copy.close()

  await library.calls.removed.purge({})
  expect((await library.calls.backups.list()).backups).toHaveLength(1)
})
