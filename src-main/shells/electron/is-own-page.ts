import type { BrowserWindow, IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { PAGE_ORIGIN } from './page-scheme.ts'

/** Whether a message comes from the page of one of the app's own windows, not from a frame in it or another page. */
export function isOwnPage(event: IpcMainEvent | IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  const page = window?.webContents
  return (
    page !== undefined &&
    event.sender === page &&
    event.senderFrame === page.mainFrame &&
    event.senderFrame.url.startsWith(`${PAGE_ORIGIN}/`)
  )
}
