import { ShareMenu, type BrowserWindow } from 'electron'

/** Whether the system has a list of what files can be shared with, which Electron can open: macOS alone. */
export const canShareFiles = process.platform === 'darwin'

/** Opens the system's list for files at absolute paths; on the window, if there is one. */
export function shareFiles(filePaths: string[], window: BrowserWindow | null): void {
  new ShareMenu({ filePaths }).popup(window ? { window } : {})
}
