/** @module-tag night */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { catalogPath } from '../../../../src-main/library/catalog/database/library-database.ts'
import { repositoryDir } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../../library/open-test-library.ts'

/** A process that restores two backups in turns, and reports each beginning. */
function program(libraryDir: string, ids: readonly string[]): string {
  const module = JSON.stringify(join(repositoryDir, 'src-main/library/safety/backup/offline-backups.ts'))
  const log = JSON.stringify(join(repositoryDir, 'src-main/library/host/log.ts'))
  return `
    const { OfflineBackups } = await import(${module})
    const { noLog } = await import(${log})
    const offline = new OfflineBackups(${JSON.stringify(libraryDir)}, noLog)
    console.log('ready')
    for (let round = 0; ; round++)
      await offline.restore({ id: ${JSON.stringify(ids)}[round % 2], withNewerEdits: false }, 'test')
  `
}

test('a restore killed at any moment leaves the catalogue either before it or from the backup', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const photos = await library.calls.photos.ids({})
  const backups: string[] = []
  for (const rating of [1, 5]) {
    await library.calls.photos.rate({ ids: photos, rating })
    backups.push((await library.calls.backups.now()).id)
  }
  await library.close()

  const seen = new Set<string>()
  for (let round = 0; round < 5; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(libraryDir, backups)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    await delay(7 + 23 * round)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { library: opened } = await openTestLibrary(libraryDir, { watch: false })
    const { tiles } = await opened.calls.photos.list({})
    seen.add(tiles.map(({ rating }) => rating).join())
    await opened.close()
    const db = new Database(catalogPath(libraryDir), { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  }
  for (const ratings of seen) expect(['1,1', '5,5']).toContain(ratings)
  expect(readdirSync(libraryDir).filter((name) => /replacing|restoring\.db$/.test(name))).toEqual([])
})
