import { RPCHandler } from '@orpc/server/message-port'
import { ipcMain, MessageChannelMain, type BrowserWindow } from 'electron'
import type { LibraryLink } from './library-link.ts'
import { isOwnPage } from './own-page.ts'
import type { ShellCalls } from './shell-calls.ts'

type Parts = { library: Pick<LibraryLink, 'connectWindow'>; shellCalls: ShellCalls; window(): BrowserWindow | null }

/** Hands the page of the app's own window its two ports when it asks; anything else that asks hears nothing. */
export function connectPages({ library, shellCalls, window }: Parts): void {
  const handler = new RPCHandler(shellCalls)
  ipcMain.on('lumafold:connect', (event) => {
    const own = window()
    if (own === null || !isOwnPage(event, own)) return
    const { port1, port2 } = new MessageChannelMain()
    handler.upgrade(port1)
    port1.start()
    own.webContents.postMessage('lumafold:ports', null, [library.connectWindow(), port2])
  })
}
