import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { Places } from '../../places.ts'
import { Updates, type Updater } from './updates.ts'

/** The updates of this program; only a packaged one can replace itself. */
export async function openUpdates({ resourcesDir, configDir }: Places): Promise<Updates> {
  const keyFile = join(resourcesDir, 'updates', 'public-key.pem')
  const updates = new Updates({
    updater: app.isPackaged ? await loadUpdater() : null,
    publicKey: existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : '',
    file: join(configDir, 'updates.json'),
  })
  await updates.open()
  return updates
}

async function loadUpdater(): Promise<Updater> {
  const { default: loaded } = await import('electron-updater') // CommonJS; it chooses by system on first use
  return loaded.autoUpdater
}
