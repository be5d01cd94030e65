import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { MenuItemConstructorOptions, Session } from 'electron'
import { checkConstruction, checkStatic, checkValue, declared } from './declared-electron.ts'

/** A MessagePortMain over Node's own port. */
export class StandInPort extends EventEmitter {
  readonly port: MessagePort
  constructor(port: MessagePort) {
    super()
    this.port = port
    port.on('close', () => this.emit('close'))
    return declared('MessagePortMain', this)
  }
  /** As in Electron, it keeps messages until it is started. */
  start(): void {
    if (this.port.listenerCount('message') > 0) return
    this.port.on('message', (data) => this.emit('message', { data, ports: [] }))
  }
  close(): void {
    this.port.close()
  }
  postMessage(data: unknown): void {
    this.port.postMessage(data)
  }
  /** Node's own port, for another thread. */
  handOver(): MessagePort {
    return this.port
  }
}

export class MessageChannelMain {
  readonly port1: StandInPort
  readonly port2: StandInPort
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new StandInPort(port1)
    this.port2 = new StandInPort(port2)
  }
}

type Message = { data: unknown; ports: StandInPort[] }

/** The library process's view of its parent. */
export class StandInParentPort extends EventEmitter {
  readonly child: StandInChild
  constructor(child: StandInChild) {
    super()
    this.child = child
  }
  postMessage(message: unknown): void {
    this.child.emit('message', structuredClone(message))
  }
}

/** The main process's view of the library process. */
export class StandInChild extends EventEmitter {
  readonly parentPort = new StandInParentPort(this)
  isKilled = false
  postMessage(data: unknown, ports: StandInPort[] = []): void {
    const message: Message = { data: structuredClone(data), ports }
    queueMicrotask(() => this.parentPort.emit('message', message))
  }
  kill(): boolean {
    this.isKilled = true
    queueMicrotask(() => this.emit('exit', 0))
    return true
  }
}

type WindowOpening = {
  action: string
  outlivesOpener?: boolean
  overrideBrowserWindowOptions?: Record<string, unknown>
}

export class StandInContents extends EventEmitter {
  readonly mainFrame = { url: 'lumafold://app/' }
  readonly sent: unknown[][] = []
  readonly posted: { channel: string; ports: StandInPort[] }[] = []
  openHandler: (details: { url: string }) => WindowOpening = () => ({ action: 'allow' })
  /** Electron's reaction to the page's `window.open`; null if that is denied. */
  openFromPage(url: string): BrowserWindow | null {
    const answer = this.openHandler({ url })
    checkValue('WindowOpenHandlerResponse', answer)
    const { action, overrideBrowserWindowOptions = {} } = answer
    if (action === 'deny') return null
    const window = new BrowserWindow(overrideBrowserWindowOptions)
    window.webContents.mainFrame.url = url
    this.emit('did-create-window', window)
    return window
  }
  reloads = 0
  reload(): void {
    this.reloads += 1
  }
  send(channel: string, ...args: unknown[]): void {
    this.sent.push([channel, ...(structuredClone(args) as unknown[])])
  }
  setWindowOpenHandler(handler: StandInContents['openHandler']): void {
    this.openHandler = handler
  }
  readonly dragged: { file: string; files: string[] }[] = []
  startDrag(item: { file: string; files: string[] }): void {
    this.dragged.push(item)
  }
  postMessage(channel: string, message: unknown, ports: StandInPort[]): void {
    structuredClone(message) // throws, like Electron, at values that no page can receive
    this.posted.push({ channel, ports })
  }
}

/** Electron throws at most of its parts before the program is ready, and at some preparations afterwards. */
function demandReady(what: string, isReady = true): void {
  if (app.isReady !== isReady)
    throw new Error(`${what} cannot be used ${isReady ? 'before' : 'once'} the app is ready.`)
}

const windows: BrowserWindow[] = []
export class BrowserWindow extends EventEmitter {
  readonly webContents = declared('WebContents', new StandInContents())
  readonly options: Record<string, unknown>
  readonly loaded: string[] = []
  isFocused = false
  constructor(options: Record<string, unknown>) {
    checkConstruction('BrowserWindow', [options])
    demandReady('BrowserWindow')
    super()
    this.options = options
    const window = declared('BrowserWindow', this)
    windows.push(window)
    app.emit('web-contents-created', {}, this.webContents)
    return window
  }
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url)
  }
  isMinimizedNow = false
  minimize(): void {
    this.isMinimizedNow = true
  }
  isMinimized(): boolean {
    return this.isMinimizedNow
  }
  restore(): void {
    this.isMinimizedNow = false
  }
  show(): void {}
  readonly bars: number[] = []
  setProgressBar(share: number): void {
    this.bars.push(share)
  }
  focus(): void {
    this.isFocused = true
  }
  isMaximizedNow = false
  maximize(): void {
    this.isMaximizedNow = true
  }
  isMaximized(): boolean {
    return this.isMaximizedNow
  }
  /** As a person closes it. */
  close(): void {
    this.emit('close')
    windows.splice(windows.indexOf(this), 1)
    this.emit('closed')
  }
  static getFocusedWindow(...given: unknown[]): BrowserWindow | null {
    checkStatic('BrowserWindow', 'getFocusedWindow', given)
    return state.focused
  }
  getNormalBounds() {
    return { x: 10, y: 20, width: 900, height: 700 }
  }
}

class App extends EventEmitter {
  isReady = false
  isPackaged = false
  userModelId = ''
  setAppUserModelId(id: string): void {
    this.userModelId = id
  }
  isSandboxed = false
  quits = 0
  exitCode: number | null = null
  userData = ''
  lockData: unknown = null
  requestSingleInstanceLock(data: unknown): boolean {
    this.lockData = data
    return true
  }
  enableSandbox(): void {
    demandReady('enableSandbox', false)
    this.isSandboxed = true
  }
  async whenReady(): Promise<void> {
    this.isReady = true
  }
  addRecentDocument(path: string): void {
    state.recent.push(path)
  }
  setJumpList(list: Record<string, unknown>[]): void {
    state.jumpLists.push(list)
  }
  getPath(_name: string): string {
    return this.userData
  }
  quit(): void {
    this.quits += 1
  }
  exit(code: number): void {
    this.exitCode = code
  }
}

class IpcMain extends EventEmitter {
  readonly handlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>()
  handle(channel: string, handler: (event: unknown, ...args: unknown[]) => unknown): void {
    this.handlers.set(channel, handler)
  }
  invoke(channel: string, event: unknown, ...args: unknown[]): unknown {
    return this.handlers.get(channel)!(event, ...args)
  }
}

type HandlerOf<Setter extends keyof Session> = Session[Setter] extends (handler: infer Handler) => void
  ? NonNullable<Handler>
  : never
/** The session's settings from the shell, with Electron's declared types. */
type SessionHandlers = {
  request: HandlerOf<'setPermissionRequestHandler'>
  check: HandlerOf<'setPermissionCheckHandler'>
  device: HandlerOf<'setDevicePermissionHandler'>
  web: (request: { url: string }, answer: (response: { cancel: boolean }) => void) => void
}

/** The icon in the tray; its state for tests is in `state.trays`. */
export class Tray extends EventEmitter {
  menu: MenuItemConstructorOptions[] = []
  isDestroyed = false
  constructor(image: unknown) {
    checkConstruction('Tray', [image])
    demandReady('Tray')
    super()
    const tray = declared('Tray', this)
    state.trays.push(tray)
    return tray
  }
  setToolTip(_text: string): void {}
  setContextMenu(menu: MenuItemConstructorOptions[]): void {
    this.menu = menu
  }
  destroy(): void {
    this.isDestroyed = true
  }
}

export class ShareMenu {
  readonly filePaths: string[]
  constructor(item: { filePaths: string[] }) {
    checkConstruction('ShareMenu', [item])
    this.filePaths = item.filePaths
    return declared('ShareMenu', this)
  }
  popup({ window = null }: { window?: BrowserWindow | null }): void {
    state.shared.push({ filePaths: this.filePaths, on: window })
  }
}

class StandInImage {
  readonly path: string
  size: { width?: number; height?: number } = {}
  constructor(path: string) {
    this.path = path
  }
  resize(size: { width?: number; height?: number }): StandInImage {
    this.size = size
    return this
  }
}
export const nativeImage = declared('NativeImage', {
  createFromPath: (path: string): StandInImage => declared('NativeImage', new StandInImage(path)),
})

export class Notification extends EventEmitter {
  static isSupported(...given: unknown[]): boolean {
    checkStatic('Notification', 'isSupported', given)
    return true
  }
  isShown = false
  readonly options: Record<string, unknown>
  constructor(options: Record<string, unknown>) {
    checkConstruction('Notification', [options])
    demandReady('Notification')
    super()
    this.options = options
    const notice = declared('Notification', this)
    state.notices.push(notice)
    return notice
  }
  show(): void {
    this.isShown = true
  }
}

/** Everything that the shell uses of `electron`, and its state for tests. */
export const app = declared('App', new App())
export const ipcMain = declared('IpcMain', new IpcMain())
export const state = {
  windows,
  focused: null as BrowserWindow | null,
  displays: [] as { id: number; workArea: { x: number; y: number; width: number; height: number } }[],
  children: [] as StandInChild[],
  schemes: [] as { scheme: string; privileges: Record<string, boolean> }[],
  handlers: new Map<string, (request: Request) => Promise<Response>>(),
  session: {} as SessionHandlers,
  dialogAnswer: { canceled: false, filePaths: ['/chosen'] },
  messageAnswer: 0,
  dialogOwner: null as unknown,
  dialogs: [] as Record<string, unknown>[],
  errors: [] as string[],
  revealed: [] as string[],
  opened: [] as string[],
  recent: [] as string[],
  /** How crashes are kept. */
  dumps: {} as Record<string, unknown>,
  jumpLists: [] as Record<string, unknown>[][],
  notices: [] as Notification[],
  trays: [] as Tray[],
  /** Items passed to the system's share sheet. */
  shared: [] as { filePaths: string[]; on: BrowserWindow | null }[],
  /** Kinds of running blockers, by their numbers. */
  blockers: new Map<number, string>(),
  menu: [] as MenuItemConstructorOptions[],
  onFork: (_child: StandInChild): void => {},
  keyring: 'gnome_libsecret',
}
export const protocol = declared('Protocol', {
  registerSchemesAsPrivileged(schemes: { scheme: string; privileges: Record<string, boolean> }[]): void {
    demandReady('registerSchemesAsPrivileged', false)
    state.schemes.push(...schemes)
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void {
    demandReady('protocol.handle')
    state.handlers.set(scheme, handler)
  },
})
const keep =
  <Name extends keyof SessionHandlers>(name: Name) =>
  (handler: SessionHandlers[Name]): void => {
    state.session[name] = handler
  }
const defaultSession = declared('Session', {
  setPermissionRequestHandler: keep('request'),
  setPermissionCheckHandler: keep('check'),
  setDevicePermissionHandler: keep('device'),
  webRequest: declared('WebRequest', { onBeforeRequest: keep('web') }),
})
export const session = {
  get defaultSession() {
    demandReady('Session')
    return defaultSession
  },
}
export const utilityProcess = declared('UtilityProcess', {
  fork(): StandInChild {
    demandReady('utilityProcess.fork')
    const child = declared('UtilityProcess', new StandInChild())
    state.children.push(child)
    state.onFork(child)
    return child
  },
})
/** Reverses letters instead of encrypting: the plain text must not be in the file. */
export const safeStorage = declared('SafeStorage', {
  isAsyncEncryptionAvailable: async () => {
    demandReady('safeStorage')
    return state.keyring !== 'none'
  },
  getSelectedStorageBackend: () => state.keyring,
  encryptStringAsync: async (text: string) =>
    Buffer.from([...text].reverse().join(''), 'utf8').map((byte) => byte ^ 0x55),
  decryptStringAsync: async (bytes: Buffer) => ({
    shouldReEncrypt: false,
    result: [...Buffer.from(bytes.map((byte) => byte ^ 0x55)).toString('utf8')].reverse().join(''),
  }),
})
export const crashReporter = declared('CrashReporter', {
  start(options: Record<string, unknown>): void {
    state.dumps = { ...options, wasReady: app.isReady }
  },
})
let lastBlocker = 0
export const powerSaveBlocker = declared('PowerSaveBlocker', {
  start(kind: string): number {
    lastBlocker += 1
    state.blockers.set(lastBlocker, kind)
    return lastBlocker
  },
  stop(id: number): void {
    state.blockers.delete(id)
  },
})
export const dialog = declared('Dialog', {
  showMessageBox: async (...asked: [BrowserWindow, Record<string, unknown>] | [Record<string, unknown>]) => {
    demandReady('showMessageBox')
    state.dialogs.push(asked.at(-1) as Record<string, unknown>)
    return { response: state.messageAnswer, checkboxChecked: false }
  },
  showOpenDialog: async (window: unknown, options: Record<string, unknown>) => {
    demandReady('showOpenDialog')
    state.dialogs.push(options)
    state.dialogOwner = window
    return state.dialogAnswer
  },
  showErrorBox(_title: string, text: string): void {
    state.errors.push(text)
  },
})
export const shell = declared('Shell', {
  showItemInFolder(path: string): void {
    state.revealed.push(path)
  },
  async openExternal(address: string): Promise<void> {
    state.opened.push(address)
  },
})
export const Menu = declared('Menu', {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
  setApplicationMenu(menu: MenuItemConstructorOptions[]): void {
    state.menu = menu
  },
})
const firstDisplay = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }
export const screen = declared('Screen', {
  getAllDisplays: () => {
    demandReady('screen')
    return [firstDisplay, ...state.displays]
  },
  getDisplayMatching: ({ x }: { x: number }) =>
    state.displays.find(({ workArea }) => x >= workArea.x && x < workArea.x + workArea.width) ?? firstDisplay,
})
