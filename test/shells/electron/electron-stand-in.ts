import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { MenuItemConstructorOptions, Session } from 'electron'

/** A MessagePortMain over Node's own port. */
export class StandInPort extends EventEmitter {
  readonly #port: MessagePort
  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('message', (data) => this.emit('message', { data, ports: [] }))
    port.on('close', () => this.emit('close'))
  }
  start(): void {
    this.#port.start()
  }
  close(): void {
    this.#port.close()
  }
  postMessage(data: unknown): void {
    this.#port.postMessage(data)
  }
  /** Node's own port, for another thread. */
  handOver(): MessagePort {
    return this.#port
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

/** What the library process sees of its parent. */
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

/** What the main process sees of the library process. */
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
  /** What Electron does when the page calls `window.open`; null if that is denied. */
  openFromPage(url: string): BrowserWindow | null {
    const { action, overrideBrowserWindowOptions = {} } = this.openHandler({ url })
    if (action === 'deny') return null
    const window = new BrowserWindow(overrideBrowserWindowOptions)
    window.webContents.mainFrame.url = url
    this.emit('did-create-window', window)
    return window
  }
  send(channel: string, ...args: unknown[]): void {
    this.sent.push([channel, ...args])
  }
  setWindowOpenHandler(handler: StandInContents['openHandler']): void {
    this.openHandler = handler
  }
  readonly dragged: { file: string; files: string[] }[] = []
  startDrag(item: { file: string; files: string[] }): void {
    this.dragged.push(item)
  }
  postMessage(channel: string, _message: unknown, ports: StandInPort[]): void {
    this.posted.push({ channel, ports })
  }
}

const windows: BrowserWindow[] = []
export class BrowserWindow extends EventEmitter {
  readonly webContents = new StandInContents()
  readonly options: Record<string, unknown>
  readonly loaded: string[] = []
  isFocused = false
  constructor(options: Record<string, unknown>) {
    super()
    this.options = options
    windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url)
  }
  #isMinimized = false
  minimize(): void {
    this.#isMinimized = true
  }
  isMinimized(): boolean {
    return this.#isMinimized
  }
  restore(): void {
    this.#isMinimized = false
  }
  show(): void {}
  focus(): void {
    this.isFocused = true
  }
  #isMaximized = false
  maximize(): void {
    this.#isMaximized = true
  }
  isMaximized(): boolean {
    return this.#isMaximized
  }
  /** As a person closes it. */
  close(): void {
    this.emit('close')
    windows.splice(windows.indexOf(this), 1)
    this.emit('closed')
  }
  static getFocusedWindow(): BrowserWindow | null {
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
    this.isSandboxed = !this.isReady
  }
  async whenReady(): Promise<void> {
    this.isReady = true
  }
  getPath(): string {
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
  readonly #handlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>()
  handle(channel: string, handler: (event: unknown, ...args: unknown[]) => unknown): void {
    this.#handlers.set(channel, handler)
  }
  invoke(channel: string, event: unknown, ...args: unknown[]): unknown {
    return this.#handlers.get(channel)!(event, ...args)
  }
}

type HandlerOf<Setter extends keyof Session> = Session[Setter] extends (handler: infer Handler) => void
  ? NonNullable<Handler>
  : never
/** What the shell gave the session, with the types that Electron declares. */
type SessionHandlers = {
  request: HandlerOf<'setPermissionRequestHandler'>
  check: HandlerOf<'setPermissionCheckHandler'>
  device: HandlerOf<'setDevicePermissionHandler'>
  web: (request: { url: string }, answer: (response: { cancel: boolean }) => void) => void
}

/** Everything the shell takes from `electron`, and what a test wants to see of it. */
export const app = new App()
export const ipcMain = new IpcMain()
export const state = {
  windows,
  focused: null as BrowserWindow | null,
  displays: [] as { id: number; workArea: { x: number; y: number; width: number; height: number } }[],
  children: [] as StandInChild[],
  schemes: [] as { scheme: string; privileges: Record<string, boolean>; wasReady: boolean }[],
  handlers: new Map<string, (request: Request) => Promise<Response>>(),
  session: {} as SessionHandlers,
  dialogAnswer: { canceled: false, filePaths: ['/chosen'] },
  messageAnswer: 0,
  dialogOwner: null as unknown,
  dialogs: [] as Record<string, unknown>[],
  errors: [] as string[],
  revealed: [] as string[],
  opened: [] as string[],
  menu: [] as MenuItemConstructorOptions[],
  onFork: (_child: StandInChild): void => {},
  keyring: 'gnome_libsecret',
}
export const protocol = {
  registerSchemesAsPrivileged(schemes: { scheme: string; privileges: Record<string, boolean> }[]): void {
    state.schemes.push(...schemes.map((one) => ({ ...one, wasReady: app.isReady })))
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void {
    state.handlers.set(scheme, handler)
  },
}
const keep =
  <Name extends keyof SessionHandlers>(name: Name) =>
  (handler: SessionHandlers[Name]): void => {
    state.session[name] = handler
  }
export const session = {
  defaultSession: {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    webRequest: { onBeforeRequest: keep('web') },
  },
}
export const utilityProcess = {
  fork(): StandInChild {
    const child = new StandInChild()
    state.children.push(child)
    state.onFork(child)
    return child
  },
}
/** Turns letters around instead of encrypting: what matters is that the plain text is not in the file. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => state.keyring !== 'none',
  getSelectedStorageBackend: () => state.keyring,
  encryptStringAsync: async (text: string) =>
    Buffer.from([...text].reverse().join(''), 'utf8').map((byte) => byte ^ 0x55),
  decryptStringAsync: async (bytes: Buffer) => ({
    shouldReEncrypt: false,
    result: [...Buffer.from(bytes.map((byte) => byte ^ 0x55)).toString('utf8')].reverse().join(''),
  }),
}
export const dialog = {
  showMessageBox: async (...asked: [BrowserWindow, Record<string, unknown>] | [Record<string, unknown>]) => {
    state.dialogs.push(asked.at(-1) as Record<string, unknown>)
    return { response: state.messageAnswer, checkboxChecked: false }
  },
  showOpenDialog: async (window: unknown, options: Record<string, unknown>) => {
    state.dialogs.push(options)
    state.dialogOwner = window
    return state.dialogAnswer
  },
  showErrorBox(_title: string, text: string): void {
    state.errors.push(text)
  },
}
export const shell = {
  showItemInFolder(path: string): void {
    state.revealed.push(path)
  },
  async openExternal(address: string): Promise<void> {
    state.opened.push(address)
  },
}
export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
  setApplicationMenu(menu: MenuItemConstructorOptions[]): void {
    state.menu = menu
  },
}
const firstDisplay = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }
export const screen = {
  getAllDisplays: () => [firstDisplay, ...state.displays],
  getDisplayMatching: ({ x }: { x: number }) =>
    state.displays.find(({ workArea }) => x >= workArea.x && x < workArea.x + workArea.width) ?? firstDisplay,
}
