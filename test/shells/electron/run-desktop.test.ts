import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { HIDDevice, KeyboardEvent, MenuItem, MenuItemConstructorOptions, WebContents } from 'electron'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MenuBar } from '../../../src-main/contract/shell/menu-bar.ts'
import { AppError } from '../../../src-main/contract/errors.ts'
import type { LibraryContract } from '../../../src-main/contract/library/library-contract.ts'
import type { Opening } from '../../../src-main/contract/shell/opening.ts'
import type { ShellContract } from '../../../src-main/contract/shell/contract.ts'
import { englishDesktopTexts } from '../../../src-main/contract/shell/desktop-texts.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import type { Secrets } from '../../../src-main/library/host/secrets.ts'
import { CrashReports } from '../../../src-main/shells/electron/crash-reports.ts'
import { KeptTexts } from '../../../src-main/shells/electron/kept-texts.ts'
import { serveLibrary } from '../../../src-main/shells/electron/library-process.ts'
import { startLibrary } from '../../../src-main/shells/electron/library-link.ts'
import { runDesktop } from '../../../src-main/shells/electron/run-desktop.ts'
import { findPlaces } from '../../../src-main/shells/places.ts'
import { readWindowState } from '../../../src-main/shells/electron/window-state.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import { createSmallLibrary, pictureBytes } from '../small-library.ts'
import { app, ipcMain, state, type StandInChild, type StandInPort } from './electron-stand-in.ts'

vi.mock('electron', () => import('./electron-stand-in.ts'))

const noSecrets: Secrets = {
  kind: 'file',
  note: foreign('kept nowhere'),
  get: async () => null,
  set: async () => {},
  remove: async () => {},
}
const library = createSmallLibrary()
let isLibraryClosed = false
let isLibraryOpen = false
let wasOpenBeforeWindow: boolean | null = null
const opened = {
  ...library,
  close: async () => {
    isLibraryClosed = true
  },
} as unknown as OpenLibrary
const openTestLibrary = (child: StandInChild) => serveLibrary(child.parentPort as never, async () => opened)

const page = () => state.windows[0]!.webContents
const clientOn = <T>(port: StandInPort): T => {
  const link = new RPCLink({ port: port as never })
  port.start()
  return createORPCClient(link) as T
}
/** Requests ports as the page's preload does, and accepts them as the page does. */
async function connectPage() {
  const before = page().posted.length
  ipcMain.emit('lumafold:connect', { sender: page(), senderFrame: page().mainFrame })
  await expect.poll(() => page().posted).toHaveLength(before + 1)
  const [first, second] = page().posted[before]!.ports
  return {
    library: clientOn<ContractRouterClient<LibraryContract>>(first!),
    shell: clientOn<ContractRouterClient<ShellContract>>(second!),
  }
}

let folder: string
const argv = process.argv

beforeAll(async () => {
  folder = makeTempFolder()
  vi.stubEnv('LUMAFOLD_DATA_DIR', folder)
  app.userData = folder
  const { promise: mayOpen, resolve: letOpen } = Promise.withResolvers<void>()
  state.onFork = (child) =>
    serveLibrary(child.parentPort as never, async () => {
      await mayOpen
      isLibraryOpen = true
      return opened
    })
  process.argv = ['electron', '.', '--add', '/first', '--library', join(folder, 'library'), 'lumafold:photo/12']
  const running = runDesktop({ libraryScript: 'library-process.js', preload: 'preload.cjs' })
  await vi.waitFor(() => expect(state.windows.flatMap(({ loaded }) => loaded)).toEqual(['lumafold://app/']))
  wasOpenBeforeWindow = isLibraryOpen
  letOpen()
  await running
  state.onFork = openTestLibrary
})
afterAll(() => {
  process.argv = argv
  vi.unstubAllEnvs()
  removeFolder(folder)
})
beforeEach(() => {
  state.errors.length = 0
})

describe('the start', () => {
  test('prepares everything that must precede the app being ready', () => {
    expect(app.isSandboxed).toBe(true)
    expect(readFileSync('build/packaging/electron-builder.yml', 'utf8')).toContain(`appId: ${app.userModelId}\n`)
    expect(state.schemes).toEqual([
      {
        scheme: 'lumafold',
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
      },
    ])
  })

  test('opens one hardened window on the page, and does not wait for the library', () => {
    expect([wasOpenBeforeWindow, isLibraryOpen]).toEqual([false, true])
    expect(state.windows).toHaveLength(1)
    if (process.platform === 'linux') expect(state.windows[0]!.options['icon']).toMatch(/icons.256x256\.png$/)
    expect(state.windows[0]!.loaded).toEqual(['lumafold://app/'])
    expect(state.windows[0]!.options['webPreferences']).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      preload: 'preload.cjs',
    })
  })

  test('adds the folders named on the command line, and those of a second start', async () => {
    state.windows[0]!.minimize()
    app.emit('second-instance', {}, [], '', { add: ['/second'], open: [] })
    await expect
      .poll(() => library.asked.filter(({ call }) => call === 'addFolder').map(({ input }) => input))
      .toEqual([{ path: '/first' }, { path: '/second' }])
    expect(state.windows[0]!.isFocused).toBe(true)
    expect(state.windows[0]!.isMinimized()).toBe(false)
  })
})

describe('a page', () => {
  test('gets ports on which the library and the shell answer', async () => {
    const client = await connectPage()
    expect(await client.library.analysis.status()).toMatchObject({ state: 'idle' })
    await expect(client.library.photos.rate({ ids: [2], rating: 1 })).rejects.toMatchObject({ code: 'photo-not-found' })
    expect(await client.shell.info()).toMatchObject({
      kind: 'electron',
      hasDialogs: true,
      roots: [],
      canReveal: true,
      canShare: process.platform === 'darwin',
      pictures: 'lumafold://app',
    })
  })

  test('gets events as a stream and can end it', async () => {
    const client = await connectPage()
    for await (const event of await client.library.library.events()) {
      expect(event.type).toBe('analysis.changed')
      break
    }
    await expect.poll(() => library.asked).toContainEqual({ call: 'events aborted', input: null })
  })

  test('chooses folders in dialogs; its own path is not used', async () => {
    const client = await connectPage()
    expect(await client.shell.addFolder({ path: '/etc' })).toMatchObject({ path: '/chosen' })
    await client.shell.setPhotoFile({ photoId: 1, path: '/etc' })
    expect(library.asked.at(-1)).toEqual({ call: 'setPhotoFile', input: { id: 1, path: '/chosen' } })
    expect(await client.shell.locateFolder({ id: 1, path: '/etc' })).toMatchObject({ path: '/chosen' })
    expect(await client.shell.chooseTarget({})).toEqual({ id: 'target', label: '/chosen' })
    expect(await client.shell.chooseSource({ path: '/etc' })).toEqual({ id: 'source', label: '/chosen' })
    expect(await client.shell.chooseSource({ kind: 'folder' })).toEqual({ id: 'source', label: '/chosen' })
    state.dialogAnswer = { canceled: true, filePaths: [] }
    expect(await client.shell.chooseSource({})).toBeNull()
    expect(await client.shell.addFolder({})).toBeNull()
    expect(await client.shell.locateFolder({ id: 1 })).toBeNull()
    expect(await client.shell.setPhotoFile({ photoId: 1 })).toBeNull()
    expect(await client.shell.chooseTarget({})).toBeNull()
    expect(library.asked.some(({ input }) => JSON.stringify(input).includes('/etc'))).toBe(false)
  })

  test('sends the menu and the dialogs their texts, which survive a restart', async () => {
    const labels = () => (state.menu as { label?: string; submenu?: { label?: string }[] }[]).map(({ label }) => label)
    expect(labels().filter(Boolean)).toEqual(['&File', '&Edit', '&Photo', '&View', '&Library', '&Window', '&Help'])
    const client = await connectPage()
    const texts = {
      ...englishDesktopTexts,
      menuFile: '&Datei',
      addFolder: 'Ordner hinzufügen …',
      thisIsIt: 'Das ist er',
    }
    await client.shell.setTexts(texts)
    expect(labels()).toContain('&Datei')
    expect(JSON.stringify(state.menu)).toContain('Ordner hinzufügen …')
    await client.shell.locateFolder({ id: 1 })
    expect(state.dialogs.at(-1)).toMatchObject({ title: 'Where is this folder now?', buttonLabel: 'Das ist er' })
    const kept = new KeptTexts(join(folder, 'desktop-texts.json'))
    expect(kept.current).toEqual(texts)
    await expect(client.shell.setTexts({ ...texts, add: '' })).rejects.toThrow()
    writeFileSync(join(folder, 'desktop-texts.json'), '{"menuFile": "&Da')
    expect(new KeptTexts(join(folder, 'desktop-texts.json')).current).toEqual(englishDesktopTexts)
    await client.shell.setTexts(englishDesktopTexts)
  })

  test('can have a photo shown in the file manager, and learns why not', async () => {
    const client = await connectPage()
    await client.shell.reveal({ photoId: 1 })
    expect(state.revealed).toEqual(['/photos/one.jpg'])
    await expect(client.shell.reveal({ photoId: 9 })).rejects.toMatchObject({
      code: 'photo-not-found',
      message: 'There is no such photo.',
    })
    const answers = [
      client.shell.listEntries({ path: '/' }),
      client.shell.browseFolder({ path: '/' }),
      client.shell.countPictures({ paths: ['/'] }),
      client.shell.listPlaces(),
      client.shell.findDropped({ name: 'photos', files: [] }),
      client.shell.allowedFolders(),
      client.shell.askForFolder({ path: '/' }),
      client.shell.disallowFolder({ path: '/' }),
    ]
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ code: 'not-supported-here' })
  })

  test.skipIf(process.platform === 'darwin')('learns if the system has no share sheet', async () => {
    const { shell } = await connectPage()
    await expect(shell.share({ ids: [1] })).rejects.toMatchObject({ code: 'not-supported-here' })
    expect(state.shared).toEqual([])
  })

  test('can add a folder that was dropped on it, once, and no other', async () => {
    const client = await connectPage()
    const drop = (path: unknown, senderFrame: unknown = page().mainFrame) =>
      ipcMain.invoke('lumafold:dropped', { sender: page(), senderFrame }, path)
    const id = drop('/dropped folder')
    expect(await client.shell.addDropped({ id: id as string })).toMatchObject({ path: '/dropped folder' })
    const recent = JSON.parse(readFileSync(join(folder, 'recent-folders.json'), 'utf8')) as string[]
    expect(recent[0]).toBe('/dropped folder')
    expect(recent).toContain('/chosen')
    for (const not of [id, '', '/dropped folder'])
      await expect(client.shell.addDropped({ id: not as string })).rejects.toMatchObject({ code: 'bad-params' })
    expect([drop(''), drop(7), drop('/framed', { url: 'lumafold://app/' }), drop('/gone', null)]).toEqual([
      '',
      '',
      '',
      '',
    ])
  })

  test('of another address, in a frame, or of another window gets nothing', async () => {
    const before = page().posted.length
    ipcMain.emit('lumafold:connect', { sender: page(), senderFrame: { url: 'lumafold://app/' } })
    ipcMain.emit('lumafold:connect', { sender: page(), senderFrame: null })
    ipcMain.emit('lumafold:connect', { sender: {}, senderFrame: page().mainFrame })
    page().mainFrame.url = 'https://evil.example/'
    ipcMain.emit('lumafold:connect', { sender: page(), senderFrame: page().mainFrame })
    page().mainFrame.url = 'lumafold://app/'
    await connectPage()
    expect(page().posted).toHaveLength(before + 1)
  })
})

describe('pages may not', () => {
  test('navigate away, open windows or embed views', () => {
    const navigate = (url: string) => {
      const event = { url, preventDefault: vi.fn() }
      page().emit('will-navigate', event)
      return event.preventDefault.mock.calls.length
    }
    expect(navigate('https://evil.example/')).toBe(1)
    expect(navigate('lumafold://app.evil.example/')).toBe(1)
    expect(navigate('lumafold://app/similar/1')).toBe(0)
    for (const url of ['https://evil.example', 'lumafold://app/', 'lumafold://app/second/x', 'lumafold://app/second?x'])
      expect(page().openHandler({ url })).toEqual({ action: 'deny' })
    const embed = { preventDefault: vi.fn() }
    page().emit('will-attach-webview', embed)
    expect(embed.preventDefault).toHaveBeenCalled()
  })

  test("open pages in the person's own browser, except those the library knows", async () => {
    const links = ['https://evil.example/', 'http://tiles.example/about', 'https://tiles.example/about']
    for (const url of links) expect(page().openHandler({ url })).toEqual({ action: 'deny' })
    await expect.poll(() => state.opened).toEqual(['https://tiles.example/about'])
  })

  test('use devices, or reach the network', () => {
    const answers: unknown[] = []
    for (const url of ['https://evil.example/', 'file:///etc/passwd', 'ws://127.0.0.1/', 'lumafold://app/'])
      state.session.web({ url }, (answer) => answers.push(answer.cancel))
    expect(answers).toEqual([true, true, true, false])
    const origin = 'lumafold://app/'
    expect(state.session.device({ deviceType: 'hid', origin, device: {} as HIDDevice })).toBe(false)
  })

  test("have permissions, except for full screen and writing to the clipboard in the app's page", () => {
    const { request, check } = state.session
    const contents = page() as unknown as WebContents
    type Permission = Parameters<typeof request>[1]
    /** The answer of both handlers, which must agree. */
    const ask = (permission: Permission, requestingUrl: string, isMainFrame = true): boolean => {
      const answers: boolean[] = []
      request(contents, permission, (answer) => answers.push(answer), { requestingUrl, isMainFrame })
      // Electron gives the origin with a slash at its end.
      const origin = requestingUrl.replace(/^(\w+:\/\/[^/]*).*/, '$1/')
      answers.push(check(contents, permission, origin, { requestingUrl, isMainFrame }))
      expect(answers).toHaveLength(2)
      expect(new Set(answers).size, permission).toBe(1)
      return answers[0]!
    }
    const wanted: Permission[] = ['fullscreen', 'clipboard-sanitized-write']
    const refused: Permission[] = [
      'clipboard-read',
      'automatic-fullscreen',
      'geolocation',
      'media',
      'display-capture',
      'unknown',
    ]
    for (const permission of wanted) {
      expect(ask(permission, 'lumafold://app/similar/1'), permission).toBe(true)
      expect(ask(permission, 'lumafold://app/similar/1', false), `${permission} of a frame`).toBe(false)
      for (const url of ['https://evil.example/', 'lumafold://app.evil.example/', 'lumafold://other/', 'file:///app'])
        expect(ask(permission, url), url).toBe(false)
    }
    for (const permission of refused) expect(ask(permission, 'lumafold://app/'), permission).toBe(false)
  })
})

describe('the page scheme', () => {
  const ask = (url: string) => state.handlers.get('lumafold')!(new Request(url))

  test('serves pictures from the library process', async () => {
    const picture = await ask('lumafold://app/photo/1/thumb?v=3')
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pictureBytes)
    for (const path of ['2/thumb', '4/preview', '0/thumb', '1/original'])
      expect((await ask(`lumafold://app/photo/${path}`)).status, path).toBe(404)
  })

  test('does not cache a temporary picture, and treats its absence as none', async () => {
    const kept = await ask('lumafold://app/photo/1/full?v=3&tile=0-1')
    expect(kept.headers.get('cache-control')).toContain('immutable')
    const passing = await ask('lumafold://app/photo/1/thumb?v=0')
    expect(passing.headers.get('cache-control')).toBe('no-store')
    expect((await ask('lumafold://app/photo/2/thumb?v=0')).status).toBe(204)
  })

  test('serves tiles of the map from the library process', async () => {
    const tile = await ask('lumafold://app/tile/0123abcd/3/0/5@2x')
    expect(tile.status).toBe(200)
    expect(tile.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await tile.arrayBuffer())).toEqual(pictureBytes)
    expect(library.asked).toContainEqual({
      call: 'serveTile',
      input: { source: '0123abcd', z: 3, x: 0, y: 5, scale: 2 },
    })
    for (const path of ['3/2/0', '3/3/0']) expect((await ask(`lumafold://app/tile/0123abcd/${path}`)).status).toBe(204)
    expect((await ask('lumafold://app/tile/0123abcd/3/8/0')).status).toBe(404)
  })

  test('serves nothing outside the page', async () => {
    for (const url of [
      'lumafold://other/',
      'lumafold://app/%2e%2e%2f%2e%2e%2fpackage.json',
      'lumafold://app/../../package.json',
      'lumafold://app/gone.js',
    ])
      expect((await ask(url)).status, url).toBe(404)
  })
})

describe('items opened from outside', () => {
  let openings: AsyncIterator<Opening>
  /** The next item that the page is asked to show. */
  const shown = async () => (await openings.next()).value
  const event = () => ({ preventDefault: vi.fn() })

  test('by a link are shown, whether it came at the start, by an event, or with a second start', async () => {
    openings = (await (await connectPage()).shell.openings())[Symbol.asyncIterator]()
    app.emit('open-url', event(), 'lumafold:album/3')
    for (const harmful of ['lumafold:photo/1/../2', 'lumafold:search?q=%', 'lumafold:trash/1', 'lumafold:photo/0'])
      app.emit('open-url', event(), harmful)
    app.emit('second-instance', {}, [], '', { add: [], open: ['lumafold://search/?q=rating%3A5+sea'] })
    app.emit('second-instance', {}, [], '', { add: 'no list' })
    expect([await shown(), await shown(), await shown()]).toEqual([
      { kind: 'photo', id: 12 },
      { kind: 'album', id: 3 },
      { kind: 'search', text: 'rating:5 sea' },
    ])
    expect(state.errors).toEqual([])
  })

  test('that are folders are added; for a file outside the known folders the person is asked', async () => {
    const added = () => library.asked.filter(({ call }) => call === 'addFolder').length
    const before = added()
    app.emit('open-file', event(), folder)
    expect(await shown()).toEqual({ kind: 'folder', id: 1 })
    expect(added()).toBe(before + 1)
    const file = join(folder, 'one.jpg')
    writeFileSync(file, '')
    state.messageAnswer = 1
    app.emit('open-file', event(), file)
    await expect.poll(() => state.dialogs.at(-1)).toMatchObject({ detail: folder, buttons: ['Add', 'Cancel'] })
    expect(added()).toBe(before + 1)
    state.messageAnswer = 0
    app.emit('open-file', event(), file)
    expect(await shown()).toEqual({ kind: 'folder', id: 1 })
    expect(added()).toBe(before + 2)
  })

  test('that cannot be read are reported', async () => {
    app.emit('open-file', event(), join(folder, 'gone.jpg'))
    await expect.poll(() => state.errors).toHaveLength(1)
  })
})

// The page's own table. Its types belong to the window, which has other compiler settings.
const table = '../../../src-renderer/navigation/menu-bar-of.ts'
const { menuBarOf } = (await import(table)) as {
  menuBarOf(preset: string, canAct: (action: string) => boolean): MenuBar
}

describe('the menu bar', () => {
  const bar = menuBarOf('lightroom', (action) => action !== 'crop')
  const menus = () =>
    state.menu.map(({ label, submenu }) => ({ label, items: submenu as MenuItemConstructorOptions[] }))
  const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => (Array.isArray(item.submenu) ? flat(item.submenu) : [item]))
  const item = (label: string) => flat(state.menu).find((one) => one.label === label)!

  test('has every command of the table, which the page performs', async () => {
    const { shell } = await connectPage()
    await shell.setMenu(bar)
    expect(menus().map(({ label }) => label)).toEqual('&File &Edit &Photo &View &Library &Window &Help'.split(' '))
    for (const { commands } of Object.values(bar.menus).flat())
      for (const { label, isEnabled } of commands) expect(item(label), label).toMatchObject({ enabled: isEnabled })
    expect(item('Crop and straighten').enabled).toBe(false)
    const [edit] = menus().filter(({ label }) => label === '&Edit')
    expect(edit!.items.slice(0, 2).map(({ label }) => label)).toEqual(['Undo', 'Redo'])
    expect(item('Settings')).toMatchObject({ accelerator: 'CmdOrCtrl+,', registerAccelerator: false })
    const keys = ['Export', 'Zoom in', 'Photo before', 'Shortcuts', 'Search'].map((label) => item(label).accelerator)
    expect(keys).toEqual(['CmdOrCtrl+Shift+E', 'Plus', 'Left', '?', '/'])
    page().sent.length = 0
    choose('Undo', true)
    choose('Second window: the grid; again closes it', false)
    expect(page().sent).toEqual([
      ['lumafold:menu', 'undo', true],
      ['lumafold:menu', 'second-grid', false],
    ])
  })

  test('has no two commands with the same label in a menu, and has an about item', async () => {
    const { shell } = await connectPage()
    await shell.setMenu(bar)
    const twice = menus().flatMap(({ label, items }) => {
      const labels = flat(items).flatMap((one) => one.label ?? [])
      return labels.filter((one, at) => labels.indexOf(one) !== at).map((one) => `${label}: ${one}`)
    })
    expect(twice).toEqual([])
    expect(flat(state.menu).filter(({ role }) => role === 'about')).toHaveLength(1)
  })

  test('shows no key that Electron would refuse, and accepts no menu of another form', async () => {
    const { shell } = await connectPage()
    const keyed = (key: string) => ({ ...bar, settings: { ...bar.settings, key, label: 'Tom & Jerry' } })
    for (const key of ['Ctrl+', 'Nonsense', 'Ctrl+Nonsense', 'F25', 'Ü', 'Arrows']) {
      await shell.setMenu(keyed(key))
      expect(item('Tom && Jerry'), key).not.toHaveProperty('accelerator')
    }
    await expect(shell.setMenu({ ...bar, menus: {} } as typeof bar)).rejects.toThrow()
  })

  test('has development tools only outside the packaged program', async () => {
    const { shell } = await connectPage()
    for (const isPackaged of [true, false]) {
      app.isPackaged = isPackaged
      await shell.setMenu(bar)
      const roles = flat(state.menu).map(({ role }) => role)
      expect([roles.includes('toggleDevTools'), roles.includes('reload')]).toEqual([!isPackaged, !isPackaged])
    }
  })

  const choose = (label: string, triggeredByAccelerator: boolean): void =>
    item(label).click!({} as MenuItem, undefined, { triggeredByAccelerator } as KeyboardEvent)
})

describe('long work', () => {
  const window = () => state.windows[0]!
  const ended = { title: 'Exported 412 photos', body: '3 problems' }

  test('is in the dock or task bar, and keeps the machine awake while the person wants that', async () => {
    const { shell } = await connectPage()
    const set = (isWorking: boolean, share: number | null, keepsAwake: boolean) =>
      shell.setPresence({ isWorking, share, keepsAwake, staysInTray: false })
    await set(true, 0.4, false)
    expect([window().bars.at(-1), state.blockers.size]).toEqual([0.4, 0])
    await set(true, null, true)
    expect([window().bars.at(-1), [...state.blockers.values()]]).toEqual([2, ['prevent-app-suspension']])
    await set(false, null, true)
    expect([window().bars.at(-1), state.blockers.size]).toEqual([-1, 0])
  })

  test('announces its end only if nobody is watching; a click brings the window back', async () => {
    const { shell } = await connectPage()
    state.focused = window()
    await shell.tellEnd(ended)
    expect(state.notices).toEqual([])
    state.focused = null
    window().minimize()
    await shell.tellEnd(ended)
    expect(state.notices.map(({ options, isShown }) => [options, isShown])).toEqual([[ended, true]])
    state.notices[0]!.emit('click')
    expect(window().isMinimized()).toBe(false)
  })
})

describe('a crash', () => {
  const crashes = () => join(folder, 'logs/crashes')
  const gone = (reason: string) => page().emit('render-process-gone', {}, { reason, exitCode: 139 })

  test('of the window is written, shown, and sent nowhere; then the page is loaded again', async () => {
    expect(state.dumps).toEqual({ uploadToServer: false, wasReady: false })
    const shown = () => state.dialogs.filter(({ message }) => message === englishDesktopTexts.windowStopped)
    gone('clean-exit')
    expect(shown()).toEqual([])
    state.messageAnswer = 1
    gone('crashed')
    await expect.poll(() => page().reloads).toBe(1)
    const [name] = readdirSync(crashes())
    const file = join(crashes(), name!)
    expect(shown()).toHaveLength(1)
    expect(shown()[0]!['detail']).toContain(file)
    expect(state.revealed.at(-1)).toBe(file)
    const report = readFileSync(file, 'utf8')
    expect(report).toContain('Code: 139 (crashed)')
    expect(report).toContain('the window ended unexpectedly')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    state.messageAnswer = 0
  })

  test('of the program itself is written and shown before it ends; a lost terminal ends nothing', () => {
    const met = process.listeners('uncaughtException').at(-1)!
    met(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), 'uncaughtException')
    expect([app.exitCode, state.errors]).toEqual([null, []])
    met(new Error('a bolt is loose'), 'uncaughtException')
    const name = readdirSync(crashes()).find((one) => one.endsWith('-program.txt'))!
    expect(readFileSync(join(crashes(), name), 'utf8')).toMatch(/Code: 1 \(Error: a bolt is loose\n +at /)
    expect(state.errors).toEqual([expect.stringContaining(join(crashes(), name))])
    expect(app.exitCode).toBe(1)
    app.exitCode = null
    process.off('uncaughtException', met)
  })

  test('of many keeps the last ten reports', () => {
    const reports = new CrashReports(findPlaces(), () => englishDesktopTexts)
    for (let day = 1; day <= 12; day += 1)
      reports.write({ what: 'library', code: 11 }, new Date(Date.UTC(2030, 0, day)))
    const names = readdirSync(crashes())
    expect(names).toHaveLength(10)
    expect(names.sort()[0]).toContain('2030-01-03')
  })
})

describe('the second window', () => {
  const secondPage = 'lumafold://app/second'
  const openSecond = () => page().openFromPage(secondPage)!

  test('opens hardened on all of the other screen, once, and has calls but cannot open windows', async () => {
    state.displays = [{ id: 2, workArea: { x: 1920, y: 0, width: 2560, height: 1440 } }]
    const second = openSecond()
    expect(second.options).toMatchObject({ x: 1920, y: 0, width: 2560, height: 1440 })
    expect(second.options['webPreferences']).toEqual(state.windows[0]!.options['webPreferences'])
    expect(second.isMaximized()).toBe(true)
    expect(page().openFromPage(secondPage)).toBeNull()
    expect(second.webContents.openFromPage(secondPage)).toBeNull()
    ipcMain.emit('lumafold:connect', { sender: second.webContents, senderFrame: second.webContents.mainFrame })
    await expect.poll(() => second.webContents.posted).toHaveLength(1)
    const shell = clientOn<ContractRouterClient<ShellContract>>(second.webContents.posted[0]!.ports[1]!)
    state.focused = second
    await shell.chooseTarget({})
    expect(state.dialogOwner).toBe(second)
    state.focused = null
    second.close()
  })

  test('returns to its place with as many screens, and not to a missing screen', () => {
    expect(openSecond().options).toMatchObject({ x: 10, y: 20, width: 900, height: 700 })
    state.windows[1]!.close()
    state.displays = []
    const alone = openSecond()
    expect(alone.options).toMatchObject({ width: 1100, height: 760 })
    expect(alone.options).not.toHaveProperty('x')
    alone.close()
  })

  test('closes with the main window, and keeps its place', () => {
    const second = openSecond()
    const file = join(folder, 'second-window-1.json')
    rmSync(file)
    state.windows[0]!.close()
    expect(state.windows).not.toContain(second)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ x: 10, y: 20, width: 900, height: 700 })
    app.emit('activate')
    expect(state.windows).toHaveLength(1)
  })
})

describe.skipIf(process.platform === 'darwin')('closing the window', () => {
  const presence = { isWorking: false, share: null, keepsAwake: false }
  const entry = (label: string) => state.trays[0]!.menu.find((one) => one.label === label)!
  /** Electron reports that all windows are closed; quitting by a menu does not. */
  const closeAll = (): number => {
    const before = app.quits
    state.windows[0]!.close()
    app.emit('window-all-closed')
    return app.quits - before
  }

  test('ends the program, unless the person wants it to stay in the tray, whose icon opens the window', async () => {
    const { shell } = await connectPage()
    await shell.setPresence({ ...presence, staysInTray: false })
    expect(state.trays).toEqual([])
    expect(closeAll()).toBe(1)
    app.emit('activate')
    const { shell: again } = await connectPage()
    for (let times = 0; times < 2; times += 1) await again.setPresence({ ...presence, staysInTray: true })
    expect(state.trays).toHaveLength(1)
    expect(closeAll()).toBe(0)
    expect([isLibraryClosed, state.windows.length]).toEqual([false, 0])
    state.trays[0]!.emit('click')
    expect(state.windows).toHaveLength(1)
    expect(closeAll()).toBe(0)
    entry('Open Lumafold').click!({} as MenuItem, undefined, {} as KeyboardEvent)
    expect(state.windows).toHaveLength(1)
  })

  test("to the tray can be ended there, in the window's language, and undone", async () => {
    const { shell } = await connectPage()
    await shell.setTexts({ ...englishDesktopTexts, quit: 'Lumafold beenden' })
    const before = app.quits
    entry('Lumafold beenden').click!({} as MenuItem, undefined, {} as KeyboardEvent)
    expect(app.quits).toBe(before + 1)
    await shell.setTexts(englishDesktopTexts)
    await shell.setPresence({ ...presence, staysInTray: false })
    expect(state.trays.map(({ isDestroyed }) => isDestroyed)).toEqual([true])
    expect(closeAll()).toBe(1)
    app.emit('activate')
    app.quits = 0
  })
})

test('the window returns to its last place', () => {
  state.windows[0]!.emit('close')
  const file = join(folder, 'window.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ x: 10, y: 20, width: 900, height: 700, isMaximized: false })
  expect(readWindowState(file)).toMatchObject({ x: 10, y: 20, width: 900, height: 700 })
  writeFileSync(file, JSON.stringify({ x: 5000, y: 5000, width: 900, height: 700, isMaximized: false }))
  expect(readWindowState(file)).toEqual({ width: 900, height: 700, isMaximized: false })
  writeFileSync(file, '{ not json')
  expect(readWindowState(file)).toMatchObject({ width: 1280 })
})

test('quitting closes the library first', async () => {
  const event = { preventDefault: vi.fn() }
  app.emit('will-quit', event)
  expect(event.preventDefault).toHaveBeenCalled()
  await expect.poll(() => app.quits).toBe(1)
  expect(isLibraryClosed).toBe(true)
  expect(state.children[0]!.isKilled).toBe(true)
  const second = { preventDefault: vi.fn() }
  app.emit('will-quit', second)
  expect(second.preventDefault).not.toHaveBeenCalled()
})

test('closing does not wait for a library that is still opening, and is not a failure', async () => {
  state.onFork = () => undefined // one that sends nothing
  const slow = startLibrary('library-process.js', { places: findPlaces(), secrets: noSecrets }, () => {})
  const closing = slow.close()
  await slow.opened
  state.children.at(-1)!.emit('exit', 0)
  await closing
  expect(state.children.at(-1)!.isKilled).toBe(true)
})

test('a library that cannot be opened ends the start with its own message', async () => {
  state.onFork = (child) =>
    serveLibrary(child.parentPort as never, async () => {
      throw new AppError('library-in-use', 'The library is open in lumafold add.')
    })
  await expect(
    startLibrary('library-process.js', { places: findPlaces(), secrets: noSecrets }, () => {}).opened,
  ).rejects.toThrow('The library is open in lumafold add.')
})

test('a library process that dies is reported once', async () => {
  state.onFork = openTestLibrary
  const lost: number[] = []
  await startLibrary('library-process.js', { places: findPlaces(), secrets: noSecrets }, (code) => lost.push(code))
    .opened
  state.children.at(-1)!.emit('exit', 11)
  await expect.poll(() => lost).toEqual([11])
  state.onFork = (child) => queueMicrotask(() => child.emit('exit', 3))
  await expect(
    startLibrary('library-process.js', { places: findPlaces(), secrets: noSecrets }, (code) => lost.push(code)).opened,
  ).rejects.toThrow('code 3')
  expect(new Set(lost)).toEqual(new Set([11]))
})

test('the preload gives the page two functions and passes messages on', async () => {
  const renderer = Object.assign(new EventEmitter(), { send: vi.fn(), invoke: vi.fn(async () => 'id of the path') })
  type Api = { connect(): void; receiveDropped(file: File): Promise<string> }
  const exposed: Record<string, Api> = {}
  const posted: unknown[][] = []
  vi.doMock('electron', () => ({
    ipcRenderer: renderer,
    webUtils: { getPathForFile: ({ name }: File) => `/dropped/${name}` },
    contextBridge: {
      exposeInMainWorld: (name: string, api: Api) => {
        exposed[name] = api
      },
    },
  }))
  vi.stubGlobal('window', { postMessage: (...message: unknown[]) => posted.push(message) })
  await import('../../../src-main/shells/electron/preload.ts')
  expect(Object.keys(exposed)).toEqual(['lumafold'])
  expect(Object.keys(exposed['lumafold']!)).toEqual(['connect', 'receiveDropped'])
  exposed['lumafold']!.connect()
  expect(renderer.send).toHaveBeenCalledWith('lumafold:connect')
  expect(await exposed['lumafold']!.receiveDropped(new File([], 'trip'))).toBe('id of the path')
  expect(renderer.invoke).toHaveBeenCalledWith('lumafold:dropped', '/dropped/trip')
  renderer.emit('lumafold:ports', { ports: ['library', 'shell'] })
  renderer.emit('lumafold:menu', {}, 'undo', true)
  expect(posted).toEqual([
    ['lumafold:ports', '*', ['library', 'shell']],
    [{ type: 'lumafold:menu', action: 'undo', isByKey: true }, '*'],
  ])
  vi.unstubAllGlobals()
})
