import { shell, type BrowserWindow } from 'electron'
import { messageOf } from '../../contract/errors.ts'
import type { Log } from '../../library/host/log.ts'

type Parts = {
  /** Whether the library knows an address as a page about its map tiles. */
  isKnown(address: string): Promise<boolean>
  log: Log
}

/** Pages cannot open windows of this program; a link that the library knows is opened in the default browser. */
export function followLinks(window: BrowserWindow, { isKnown, log }: Parts): void {
  const follow = async (address: string) => {
    if (address.startsWith('https://') && (await isKnown(address))) await shell.openExternal(address)
  }
  window.webContents.setWindowOpenHandler(({ url }) => {
    follow(url).catch((error: unknown) => log.warn('A link could not be opened', { error: messageOf(error) }))
    return { action: 'deny' }
  })
}
