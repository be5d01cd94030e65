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
import { makeLibrary, openCore } from '../../library/open-core.ts'

/** A process that restores one backup and the other in turns, and says when it begins. */
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

test('a restore that is killed at any moment leaves the catalogue from before it or the one from the backup', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { core } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const photos = await core.library.photos.ids({})
  const backups: string[] = []
  for (const rating of [1, 5]) {
    await core.library.photos.rate({ ids: photos, rating })
    backups.push((await core.library.backups.now()).id)
  }
  await core.close()

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
    const { core: opened } = await openCore(libraryDir, { watch: false })
    const { tiles } = await opened.library.photos.list({})
    seen.add(tiles.map(({ rating }) => rating).join())
    await opened.close()
    const db = new Database(catalogPath(libraryDir), { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  }
  for (const ratings of seen) expect(['1,1', '5,5']).toContain(ratings)
  expect(readdirSync(libraryDir).filter((name) => /replacing|restoring\.db$/.test(name))).toEqual([])
})
