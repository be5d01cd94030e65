import { join } from 'node:path'
import { app, BrowserWindow, session } from 'electron'
import { PAGE_ORIGIN } from './page-scheme.ts'
import { keepWindowState, readWindowState } from './window-state.ts'

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

/** Opens the only window in its last position. */
export function openWindow(preload: string): BrowserWindow {
  const stateFile = join(app.getPath('userData'), 'window.json')
  const { isMaximized, ...place } = readWindowState(stateFile)
  const window = new BrowserWindow({
    ...place,
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
  })
  keepWindowState(window, stateFile)
  if (isMaximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${PAGE_ORIGIN}/`)
  return window
}
