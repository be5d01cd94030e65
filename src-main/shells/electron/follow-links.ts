import { shell, type BrowserWindow } from 'electron'
import { messageOf } from '../../contract/errors.ts'
import type { Log } from '../../library/host/log.ts'
import { SECOND_PAGE, secondWindowOf, type WindowParts } from './window.ts'

type Parts = {
  windowParts: WindowParts
  /** Whether the library knows an address as a page about its map tiles. */
  isKnown(address: string): Promise<boolean>
  /** Takes the second window, which closes with the main one. */
  onSecond(window: BrowserWindow): void
  log: Log
}

/**
 * What a page of the main window may open: the second window, once, and in the default browser a link that the library
 * knows.
 */
export function followLinks(main: BrowserWindow, { windowParts, isKnown, onSecond, log }: Parts): void {
  const follow = async (address: string) => {
    if (address.startsWith('https://') && (await isKnown(address))) await shell.openExternal(address)
  }
  let second: ReturnType<typeof secondWindowOf> | null = null
  main.webContents.setWindowOpenHandler(({ url }) => {
    if (url === SECOND_PAGE && second === null) {
      second = secondWindowOf(main, windowParts)
      // Electron would end a window that does not outlive its opener before its place is kept.
      return { action: 'allow', outlivesOpener: true, overrideBrowserWindowOptions: second.options }
    }
    follow(url).catch((error: unknown) => log.warn('A link could not be opened', { error: messageOf(error) }))
    return { action: 'deny' }
  })
  main.webContents.on('did-create-window', (window) => {
    second?.prepare(window)
    const closeWithMain = () => window.close()
    main.once('closed', closeWithMain)
    window.once('closed', () => {
      second = null
      main.off('closed', closeWithMain)
    })
    onSecond(window)
  })
}
