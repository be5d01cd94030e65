import { describe, expect, test } from 'vitest'
import { app, BrowserWindow, dialog, Menu, session, shell } from './electron-stand-in.ts'

/** What the compiler would refuse, too, reaches a program by casts, from pages and through variables. */
const anything = (value: unknown) => value as never

describe('the stand-in for Electron refuses what the real one would', () => {
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
    ['a handler that is none', () => session.defaultSession.setPermissionCheckHandler(anything('deny')), 'handler'],
  ])('%s', async (_what, call, word) => {
    const made = async () => call()
    await expect(made()).rejects.toThrow(/Electron's .+ would refuse this/)
    await expect(made()).rejects.toThrow(word)
  })

  test('and takes what it would take', async () => {
    app.on('activate', () => undefined)
    await shell.openExternal('https://example.com/')
    expect(Menu.buildFromTemplate([{ role: 'undo', label: 'Undo' }, { type: 'separator' }])).toHaveLength(2)
    await dialog.showMessageBox({ message: 'Add it?', buttons: ['Add', 'Cancel'], defaultId: 0 })
    const window = new BrowserWindow({ width: 900, webPreferences: { sandbox: true } })
    await dialog.showOpenDialog(window, { properties: ['openDirectory'], title: 'Where?' })
    window.close()
  })
})
