import { describe, expect, test } from 'vitest'
import { checkStatic, checkValue } from './declared-electron.ts'
import * as electron from './electron-stand-in.ts'

const { app, BrowserWindow, dialog, Menu, MessageChannelMain, nativeImage, session, shell } = electron
const { Notification, protocol, powerSaveBlocker, ShareMenu, Tray, utilityProcess } = electron

/** Calls that the compiler would refuse reach a program by casts, from pages and through variables. */
const anything = (value: unknown) => value as never
const startWith = (port: { start(...given: number[]): void }, given: number) => port.start(given)

describe('the stand-in for Electron before the program is ready', () => {
  test('throws at calls that need it to be, and afterwards at calls that must come before', async () => {
    const early = [
      () => new BrowserWindow({}),
      () => new Tray('icon.png'),
      () => new Notification({ title: 'Done' }),
      () => session.defaultSession,
      () => protocol.handle('lumafold', async () => new Response()),
      () => (utilityProcess.fork as (script: string) => unknown)('library.js'),
    ]
    const late = [() => app.enableSandbox(), () => protocol.registerSchemesAsPrivileged([])]
    for (const call of early) expect(call).toThrow(/before the app is ready/)
    for (const call of late) expect(call).not.toThrow()
    await app.whenReady()
    for (const call of late) expect(call).toThrow(/once the app is ready/)
    expect(early[3]).not.toThrow()
  })
})

describe('the stand-in for Electron refuses what Electron would', () => {
  test.each([
    ['an unknown option', () => new BrowserWindow({ minWidht: 640 }), 'minWidht'],
    ['an option of another type', () => new BrowserWindow({ webPreferences: { sandbox: 'yes' } }), 'sandbox'],
    [
      'an unknown property of a dialog',
      () => dialog.showOpenDialog(new BrowserWindow({}), { properties: ['openFolder'] }),
      'openFolder',
    ],
    ['a dialog without a message', () => dialog.showMessageBox({ buttons: ['Add'] }), 'message'],
    ['an unknown role', () => Menu.buildFromTemplate([anything({ role: 'undoo' })]), 'undoo'],
    ['an unknown event', () => app.on('activated', () => undefined), 'activated'],
    ['an address that is none', () => shell.openExternal(anything(undefined)), 'url'],
    ['too many arguments', () => (app.setAppUserModelId as (...ids: string[]) => void)('a', 'b'), '1 argument'],
    ['a picture for no path', () => nativeImage.createFromPath(anything(12)), 'path'],
    ['another size', () => nativeImage.createFromPath('a.png').resize(anything({ widht: 2 })), 'widht'],
    ['an icon that is none', () => new Tray(anything(7)), 'image'],
    ['a menu for a tray that is none', () => new Tray('a.png').setContextMenu(anything('menu')), 'menu'],
    ['files to share by another name', () => new ShareMenu(anything({ files: ['a.jpg'] })), 'files'],
    ['a bar by a text', () => new BrowserWindow({}).setProgressBar(anything('half')), 'progress'],
    ['another way to stay awake', () => powerSaveBlocker.start('prevent-sleep'), 'prevent-sleep'],
    ['a task of a jump list without a type', () => app.setJumpList([{ name: 'a', items: [{ typ: 'task' }] }]), 'typ'],
    ['an unknown option of a notification', () => new Notification({ titel: 'Done' }), 'titel'],
    ['a process without a script', () => utilityProcess.fork(), 'modulePath'],
    ['ports that are no list', () => checkStatic('MessagePortMain', 'postMessage', [1, 'port']), 'transfer'],
    ['a port that is started with an argument', () => startWith(new MessageChannelMain().port1, 1), '0 arguments'],
    ['a static method with an argument', () => checkStatic('Notification', 'isSupported', [1]), '0 arguments'],
    [
      'a text for true',
      () => checkValue('WindowOpenHandlerResponse', { action: 'deny', outlivesOpener: 'true' }),
      'true',
    ],
    ['another answer to a new window', () => checkValue('WindowOpenHandlerResponse', { action: 'open' }), 'open'],
    ['a handler that is none', () => session.defaultSession.setPermissionCheckHandler(anything('deny')), 'handler'],
  ])('%s', async (_what, call, word) => {
    const made = async () => call()
    await expect(made()).rejects.toThrow(/Electron's .+ would refuse this/)
    await expect(made()).rejects.toThrow(word)
  })

  test('and accepts what it would accept', async () => {
    app.on('activate', () => undefined)
    await shell.openExternal('https://example.com/')
    expect(Menu.buildFromTemplate([{ role: 'undo', label: 'Undo' }, { type: 'separator' }])).toHaveLength(2)
    await dialog.showMessageBox({ message: 'Add it?', buttons: ['Add', 'Cancel'], defaultId: 0 })
    const window = new BrowserWindow({ width: 900, webPreferences: { sandbox: true } })
    await dialog.showOpenDialog(window, { properties: ['openDirectory'], title: 'Where?' })
    window.close()
  })
})
