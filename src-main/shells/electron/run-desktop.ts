import { join } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, MessageChannelMain } from 'electron'
import { messageOf } from '../../contract/errors.ts'
import type { DesktopTexts } from '../../contract/shell/desktop-texts.ts'
import type { MenuBar } from '../../contract/shell/menu-bar.ts'
import type { Log } from '../../library/host/log.ts'
import { openLogFile } from '../log-file.ts'
import { findPlaces } from '../places.ts'
import { CrashReports, keepDumps } from './crash-reports.ts'
import { KeptTexts } from './kept-texts.ts'
import { DroppedPaths } from './dropped-paths.ts'
import { followLinks } from './follow-links.ts'
import { openDesktopSecrets } from './open-desktop-secrets.ts'
import { startLibrary, type LibraryLink } from './library-link.ts'
import { setMenu } from './set-menu.ts'
import { Openings } from './openings.ts'
import { registerPageScheme, servePageScheme } from './page-scheme.ts'
import { ShownPresence } from './shown-presence.ts'
import { RecentFolders } from './recent-folders.ts'
import { addChosenFolder, createShellCalls, type ShellCalls } from './shell-calls.ts'
import { readStartArguments } from './read-start-arguments.ts'
import { ShownTray } from './shown-tray.ts'
import { openUpdates } from './updates/open-updates.ts'
import type { Updates } from './updates/updates.ts'
import { hardenPages, hardenSession, openWindow, type WindowParts } from './window.ts'
import { RPCHandler } from '@orpc/server/message-port'
import { isOwnPage } from './is-own-page.ts'
import { z } from 'zod'

/** As in `build/packaging/electron-builder.yml`, because Windows' installer writes that into its shortcuts. */
const APP_ID = 'io.github.lumafold'

/**
 * Runs the desktop app: one instance, one library process, one main window, which is there before the library is open.
 * Rejects if the library does not open.
 */
export async function runDesktop(scripts: { libraryScript: string; preload: string }): Promise<void> {
  const args = readStartArguments(process.argv.slice(1), process.cwd())
  if (!app.requestSingleInstanceLock({ add: args.add, open: args.open } satisfies SecondStart)) return app.quit()
  const open = followSystem(args.open)
  app.enableSandbox()
  // Windows groups windows and notifications by it.
  app.setAppUserModelId(APP_ID)
  keepDumps()
  registerPageScheme()
  hardenPages()
  await app.whenReady()
  hardenSession()

  const places = findPlaces(args)
  const log = openLogFile(places.logsDir)
  const secrets = await openDesktopSecrets({ userDataDir: app.getPath('userData'), configDir: places.configDir })
  const texts = new KeptTexts(textsFile())
  const updates = await openUpdates(places)
  const reports = new CrashReports(places, () => texts.current)
  reports.endAtErrors(log)
  const library = startLibrary(scripts.libraryScript, { places, secrets }, (code) =>
    endAfterLoss(code, { texts, log, reports }),
  )
  const windowParts = { preload: scripts.preload, icon: join(places.rendererDir, '..', 'icons', '256x256.png') }
  const desktop = new Desktop({ library, updates, log, texts, reports, windowParts })
  desktop.serve(places.rendererDir)
  desktop.open()
  // Requests to a library that is still opening wait in its port.
  desktop.addFolders(args.add)
  open.to((what) => desktop.openFrom(what))
  desktop.followApp()
  closeLibraryFirst(library)
  await library.opened
}

type DesktopParts = {
  library: LibraryLink
  updates: Updates
  log: Log
  texts: KeptTexts
  reports: CrashReports
  windowParts: WindowParts
}

/** The main window with its second one, and requests of the system to the program. */
class Desktop {
  readonly #library: LibraryLink
  readonly #updates: Updates
  readonly #log: Log
  readonly #texts: KeptTexts
  readonly #reports: CrashReports
  readonly #windowParts: WindowParts
  readonly #openings: Openings
  readonly #presence = new ShownPresence({ window: () => this.#window, show: () => this.#show() })
  readonly #recent = new RecentFolders(join(app.getPath('userData'), 'recent-folders.json'))
  readonly #tray: ShownTray
  #window: BrowserWindow | null = null
  #second: BrowserWindow | null = null

  constructor({ library, updates, log, texts, reports, windowParts }: DesktopParts) {
    this.#library = library
    this.#updates = updates
    this.#log = log
    this.#texts = texts
    this.#reports = reports
    this.#windowParts = windowParts
    this.#tray = new ShownTray({
      icon: windowParts.icon,
      texts: () => texts.current,
      show: () => this.#show(),
      quit: () => app.quit(),
    })
    this.#openings = new Openings({
      host: library.calls.host,
      window: () => this.#window,
      texts: () => texts.current,
    })
  }

  /** Serves the page, its pictures and its calls, and sets the menu. */
  serve(rendererDir: string): void {
    const dropped = new DroppedPaths()
    dropped.receive(() => this.#window)
    // Dialogs and drags belong to the window that the person uses.
    const window = () => BrowserWindow.getFocusedWindow() ?? this.#window
    const dependencies = {
      host: this.#library.calls.host,
      log: this.#log,
      window,
      dropped,
      updates: this.#updates,
      openings: this.#openings,
      presence: this.#presence,
      tray: this.#tray,
      onAdded: (path: string) => this.#noteFolder(path),
      texts: () => this.#texts.current,
      setTexts: (texts: DesktopTexts) => {
        this.#texts.set(texts)
        this.#recent.show(texts.recentFolders)
        this.#tray.translate()
        showMenu()
      },
      setMenu: (next: MenuBar) => {
        bar = next
        showMenu()
      },
    }
    let bar: MenuBar | null = null
    const showMenu = () =>
      setMenu({
        texts: this.#texts.current,
        bar,
        addFolder: () => void addChosenFolder(dependencies).catch((error) => this.#tell(error)),
        run: (action, isByKey) => this.#window?.webContents.send('lumafold:menu', action, isByKey),
      })
    servePageScheme({
      rendererDir,
      picture: (request, signal) => this.#library.calls.picture(request, { signal }),
      tile: (request, signal) => this.#library.calls.tile(request, { signal }),
      film: (id) => this.#library.calls.host.locateFilm({ id }),
    })
    const windows = () => [this.#window, this.#second]
    connectPages({ library: this.#library, shellCalls: createShellCalls(dependencies), windows })
    showMenu()
  }

  open(): void {
    this.#window = openWindow(this.#windowParts)
    const isKnown = (address: string) => this.#library.calls.host.isTileLink({ address })
    const onSecond = (second: BrowserWindow) => {
      this.#second = second
      second.on('closed', () => {
        this.#second = null
      })
    }
    followLinks(this.#window, { windowParts: this.#windowParts, isKnown, onSecond, log: this.#log })
    this.#restoreAfterCrash(this.#window)
    this.#window.on('closed', () => {
      this.#presence.clear()
      this.#window = null
    })
  }

  /** The page is loaded again once the person closes the message: one that crashes at once does not for ever. */
  #restoreAfterCrash(window: BrowserWindow): void {
    window.webContents.on('render-process-gone', (_event, { reason, exitCode: code }) => {
      if (reason === 'clean-exit') return
      this.#log.error('the window ended unexpectedly', { reason, code })
      void this.#reports.show(this.#reports.write({ what: 'window', code, reason })).then(() => {
        if (window === this.#window) window.webContents.reload()
      })
    })
  }

  addFolders(folders: readonly string[]): void {
    for (const path of folders)
      this.#library.calls.host.addFolder({ path }).then(
        () => this.#noteFolder(path),
        (error: unknown) => this.#tell(error),
      )
  }

  #noteFolder(path: string): void {
    this.#recent.note(path, this.#texts.current.recentFolders)
  }

  /** Brings the window to the front with a file, a folder, or what a link names. */
  openFrom(what: string): void {
    this.#show()
    this.#openings.open(what).catch((error: unknown) => {
      this.#log.warn('Something could not be opened', { error: messageOf(error) })
      dialog.showErrorBox(this.#texts.current.notOpened, messageOf(error))
    })
  }

  followApp(): void {
    app.on('second-instance', (_event, _argv, _cwd, data) => {
      this.#show()
      const asked = SecondStart.safeParse(data)
      if (!asked.success) return
      this.addFolders(asked.data.add)
      for (const what of asked.data.open) this.openFrom(what)
    })
    app.on('activate', () => this.#openOnce())
    app.on('window-all-closed', () => {
      // The library continues watching; the icon in the tray leads back to the window.
      if (process.platform !== 'darwin' && !this.#tray.isShown) app.quit()
    })
  }

  /** Reports a failure of an action that the person started outside the page. */
  #tell(error: unknown): void {
    const message = messageOf(error)
    this.#log.warn('A folder could not be added', { error: message })
    dialog.showErrorBox(this.#texts.current.folderNotAdded, message)
  }

  /** Brings the window to the front, also from the dock or task bar. */
  #show(): void {
    this.#openOnce()
    if (this.#window?.isMinimized()) this.#window.restore()
    this.#window?.focus()
  }

  #openOnce(): void {
    if (this.#window === null) this.open()
  }
}

/** What macOS asks for comes as an event, which may be there before the program is ready; it is kept until `to`. */
function followSystem(first: readonly string[]): { to(open: (what: string) => void): void } {
  const waiting = [...first]
  let open = (what: string): void => void waiting.push(what)
  const follow = (event: { preventDefault(): void }, what: string): void => {
    event.preventDefault()
    open(what)
  }
  app.on('open-file', follow)
  app.on('open-url', follow)
  return {
    to: (next) => {
      open = next
      for (const what of waiting.splice(0)) next(what)
    },
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

function endAfterLoss(code: number, { texts, log, reports }: Pick<DesktopParts, 'texts' | 'log' | 'reports'>): void {
  log.error('the library process ended unexpectedly', { code })
  const { hasToClose, processEnded, reportIsHere } = texts.current
  const report = reports.write({ what: 'library', code })
  dialog.showErrorBox(hasToClose, `${processEnded} (${code})\n\n${reportIsHere}\n${report}`)
  app.exit(1)
}

/** Stored beside the state of the window. */
export const textsFile = (): string => join(app.getPath('userData'), 'desktop-texts.json')

type Parts = {
  library: Pick<LibraryLink, 'connectWindow'>
  shellCalls: ShellCalls
  windows(): (BrowserWindow | null)[]
}

/** Gives the pages of the app's own windows their two ports on request; other senders get no answer. */
function connectPages({ library, shellCalls, windows }: Parts): void {
  const handler = new RPCHandler(shellCalls)
  ipcMain.on('lumafold:connect', (event) => {
    const own = windows().find((window) => isOwnPage(event, window))
    if (!own) return
    const { port1, port2 } = new MessageChannelMain()
    handler.upgrade(port1)
    port1.start()
    own.webContents.postMessage('lumafold:ports', null, [library.connectWindow(), port2])
  })
}

/** What a second start hands to the first. */
const SecondStart = z.object({ add: z.array(z.string()), open: z.array(z.string()) })
type SecondStart = z.infer<typeof SecondStart>
