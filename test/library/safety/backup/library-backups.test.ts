import { say } from '../../../../src-main/contract/sentences/say.ts'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { makeLibrary, openCore, until } from '../../library/open-core.ts'

test('before a folder is removed a backup of that moment is begun, and one in an hour is enough', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { core } = await openCore(libraryDir)
  const { id } = await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  await core.library.folders.remove({ id })
  const { backups, folder } = await until(
    () => core.library.backups.list(),
    (list) => list.backups.length > 0,
  )
  expect(backups).toMatchObject([{ reason: 'before', note: say('backups.folderRemoval'), photos: 2 }])
  const copy = new Database(join(folder, `${backups[0]!.id}.db`), { readonly: true })
  expect(copy.prepare('SELECT removed_ms FROM roots').pluck().all()).toEqual([null])
  copy.close()

  await core.library.removed.purge({})
  expect((await core.library.backups.list()).backups).toHaveLength(1)
})
