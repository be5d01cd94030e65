import { app, dialog, type BrowserWindow } from 'electron'
import type { Log } from '../../core/host.ts'
import { openLogFile } from '../log-file.ts'
import { findPlaces } from '../places.ts'
import { connectPages } from './connect-pages.ts'
import { openDesktopSecrets } from './keychain-secrets.ts'
import { startLibrary, type LibraryLink } from './library-link.ts'
import { setMenu } from './menu.ts'
import { registerPageScheme, servePageScheme } from './page-scheme.ts'
import { addChosenFolder, createShellCalls } from './shell-calls.ts'
import { readStartArguments } from './start-arguments.ts'
import { hardenPages, hardenSession, openWindow } from './window.ts'

/** Runs the desktop app: one instance, one library process, one window. Rejects where the library cannot be opened. */
export async function runDesktop({
  libraryScript,
  preload,
}: {
  libraryScript: string
  preload: string
}): Promise<void> {
  const args = readStartArguments(process.argv.slice(1), process.cwd())
  if (!app.requestSingleInstanceLock({ add: args.add })) return app.quit()
  app.enableSandbox()
  registerPageScheme()
  hardenPages()
  await app.whenReady()
  hardenSession()

  const places = findPlaces(args)
  const log = openLogFile(places.logsDir)
  const secrets = await openDesktopSecrets({ userDataDir: app.getPath('userData'), configDir: places.configDir })
  const library = await startLibrary(libraryScript, { places, secrets }, endAfterLoss)
  let window: BrowserWindow | null = null
  const parts = { host: library.calls.host, log, window: () => window }
  const open = () => {
    window = openWindow(preload)
    window.on('closed', () => {
      window = null
    })
  }
  servePageScheme({
    rendererDir: places.rendererDir,
    picture: (request, signal) => library.calls.picture(request, { signal }),
  })
  connectPages({ library, shellCalls: createShellCalls(parts), window: () => window })
  setMenu(() => void addChosenFolder(parts).catch((error: unknown) => tell(error, log)))
  open()

  const addFolders = (folders: string[]) => {
    for (const path of folders) library.calls.host.addFolder({ path }).catch((error: unknown) => tell(error, log))
  }
  addFolders(args.add)
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    if (window === null) open()
    window?.focus()
    addFolders((data as { add?: string[] } | null)?.add ?? [])
  })
  app.on('activate', () => {
    if (window === null) open()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  closeLibraryFirst(library)
}

/** Quitting waits until the library is closed. */
function closeLibraryFirst(library: LibraryLink): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void library.close().finally(() => {
      isClosed = true
      app.quit()
    })
  })
}

function endAfterLoss(code: number): void {
  dialog.showErrorBox(
    'Lumafold has to close',
    `The library's process ended unexpectedly (code ${code}). Nothing that was stored is lost; start Lumafold again.`,
  )
  app.exit(1)
}

/** A failure of something that the person asked for outside the page. */
function tell(error: unknown, log: Log): void {
  const message = error instanceof Error ? error.message : String(error)
  log.warn('A folder could not be added', { error: message })
  dialog.showErrorBox('The folder could not be added', message)
}
