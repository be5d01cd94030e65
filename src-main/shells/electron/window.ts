import { join } from 'node:path'
import { app, BrowserWindow, screen, session, type BrowserWindowConstructorOptions } from 'electron'
import { SECOND_WINDOW_PATH } from '../../contract/shell/second-window-path.ts'
import { PAGE_ORIGIN } from './page-scheme.ts'
import { keepWindowState, readWindowState, type WindowState } from './window-state.ts'

/** Denies every page what this app never needs: other addresses, new windows, embedded views. */
export function hardenPages(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!event.url.startsWith(`${PAGE_ORIGIN}/`)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** The page's only permissions: full screen, and writing text to the clipboard when the person copies. */
const permissions: ReadonlySet<string> = new Set(['fullscreen', 'clipboard-sanitized-write'])

const mayHave = (permission: string, isMainFrame: boolean, address: string): boolean =>
  permissions.has(permission) && isMainFrame && (address === PAGE_ORIGIN || address.startsWith(`${PAGE_ORIGIN}/`))

/** Must run once the app is ready. */
export function hardenSession(): void {
  const own = session.defaultSession
  own.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(mayHave(permission, isMainFrame, requestingUrl)),
  )
  own.setPermissionCheckHandler((_contents, permission, requestingOrigin, { isMainFrame }) =>
    mayHave(permission, isMainFrame, requestingOrigin),
  )
  own.setDevicePermissionHandler(() => false)
  own.webRequest.onBeforeRequest((request, answer) =>
    answer({ cancel: !/^(lumafold|data|blob|devtools):/.test(request.url) }),
  )
}

/** What both windows are made with: their preload script, and the icon, which Linux alone takes from a window. */
export type WindowParts = { preload: string; icon: string }

/** Opens the main window in its last position. */
export function openWindow(parts: WindowParts): BrowserWindow {
  const stateFile = join(app.getPath('userData'), 'window.json')
  const { isMaximized, ...place } = readWindowState(stateFile)
  const window = new BrowserWindow(windowOptions(parts, place))
  prepareWindow(window, stateFile, isMaximized)
  void window.loadURL(`${PAGE_ORIGIN}/`)
  return window
}

function windowOptions(
  { preload, icon }: WindowParts,
  place: Omit<WindowState, 'isMaximized'>,
): BrowserWindowConstructorOptions {
  return {
    ...place,
    ...(process.platform === 'linux' ? { icon } : {}),
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Lumafold',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  }
}

function prepareWindow(window: BrowserWindow, stateFile: string, isMaximized: boolean): void {
  keepWindowState(window, stateFile)
  if (isMaximized) window.maximize()
  window.once('ready-to-show', () => window.show())
}

/** The only page that a page may open in a window: that of the second one. */
export const SECOND_PAGE = `${PAGE_ORIGIN}${SECOND_WINDOW_PATH}`

/**
 * How the second window opens beside the main one: where it was, or the first time on the whole of another screen. The
 * place is kept by the number of screens: a notebook has one at the desk and one on the way. `prepare` takes the
 * window once it is made.
 */
export function secondWindowOf(main: BrowserWindow, parts: WindowParts) {
  const screens = screen.getAllDisplays()
  const here = screen.getDisplayMatching(main.getNormalBounds())
  const other = screens.find(({ id }) => id !== here.id)
  const stateFile = join(app.getPath('userData'), `second-window-${screens.length}.json`)
  const first = other ? { ...other.workArea, isMaximized: true } : { width: 1100, height: 760, isMaximized: false }
  const { isMaximized, ...place } = readWindowState(stateFile, first)
  return {
    options: windowOptions(parts, place),
    prepare: (window: BrowserWindow) => prepareWindow(window, stateFile, isMaximized),
  }
}
