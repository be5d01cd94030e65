import { expect, test, vi } from 'vitest'
import { shareFiles } from '../../../src-main/shells/electron/share-files.ts'
import { app, BrowserWindow, state } from './electron-stand-in.ts'

vi.mock('electron', () => import('./electron-stand-in.ts'))

await app.whenReady()

test("files are shared through the system's share sheet, on the window if there is one", () => {
  const window = new BrowserWindow({})
  shareFiles(['/photos/one.jpg', '/photos/two.jpg'], window as never)
  shareFiles(['/photos/one.jpg'], null)
  expect(state.shared).toEqual([
    { filePaths: ['/photos/one.jpg', '/photos/two.jpg'], on: window },
    { filePaths: ['/photos/one.jpg'], on: null },
  ])
})
