import { app, dialog, type BrowserWindow } from 'electron'
import { messageOf } from '../../contract/errors.ts'
import type { Log } from '../../core/host/log.ts'
import { openLogFile } from '../log-file.ts'
import { findPlaces } from '../places.ts'
import { connectPages } from './connect-pages.ts'
import { DroppedPaths } from './dropped-paths.ts'
import { followLinks } from './follow-links.ts'
import { openDesktopSecrets } from './keychain-secrets.ts'
import { startLibrary, type LibraryLink } from './library-link.ts'
import { setMenu } from './menu.ts'
import { registerPageScheme, servePageScheme } from './page-scheme.ts'
import { addChosenFolder, createShellCalls } from './shell-calls.ts'
import { readStartArguments } from './start-arguments.ts'
import { hardenPages, hardenSession, openWindow } from './window.ts'

/** Runs the desktop app: one instance, one library process, one window. Rejects where the library cannot be opened. */
export async function runDesktop(scripts: { libraryScript: string; preload: string }): Promise<void> {
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
  const library = await startLibrary(scripts.libraryScript, { places, secrets }, endAfterLoss)
  const desktop = new Desktop(library, log, scripts.preload)
  desktop.serve(places.rendererDir)
  desktop.open()
  desktop.addFolders(args.add)
  desktop.followApp()
  closeLibraryFirst(library)
}

/** The one window, and what the system asks of the program. */
class Desktop {
  readonly #library: LibraryLink
  readonly #log: Log
  readonly #preload: string
  #window: BrowserWindow | null = null

  constructor(library: LibraryLink, log: Log, preload: string) {
    this.#library = library
    this.#log = log
    this.#preload = preload
  }

  /** Serves the page, its pictures and its calls, and sets the menu. */
  serve(rendererDir: string): void {
    const window = () => this.#window
    const dropped = new DroppedPaths()
    dropped.receive(window)
    const dependencies = { host: this.#library.calls.host, log: this.#log, window, dropped }
    servePageScheme({
      rendererDir,
      picture: (request, signal) => this.#library.calls.picture(request, { signal }),
      tile: (request, signal) => this.#library.calls.tile(request, { signal }),
    })
    connectPages({ library: this.#library, shellCalls: createShellCalls(dependencies), window })
    setMenu(() => void addChosenFolder(dependencies).catch((error: unknown) => showFailure(error, this.#log)))
  }

  open(): void {
    this.#window = openWindow(this.#preload)
    const isKnown = (address: string) => this.#library.calls.host.isTileLink({ address })
    followLinks(this.#window, { isKnown, log: this.#log })
    this.#window.on('closed', () => {
      this.#window = null
    })
  }

  addFolders(folders: readonly string[]): void {
    for (const path of folders)
      this.#library.calls.host.addFolder({ path }).catch((error: unknown) => showFailure(error, this.#log))
  }

  followApp(): void {
    app.on('second-instance', (_event, _argv, _cwd, data) => {
      this.#openOnce()
      this.#window?.focus()
      this.addFolders((data as { add?: string[] } | null)?.add ?? [])
    })
    app.on('activate', () => this.#openOnce())
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit()
    })
  }

  #openOnce(): void {
    if (this.#window === null) this.open()
  }
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
function showFailure(error: unknown, log: Log): void {
  const message = messageOf(error)
  log.warn('A folder could not be added', { error: message })
  dialog.showErrorBox('The folder could not be added', message)
}
