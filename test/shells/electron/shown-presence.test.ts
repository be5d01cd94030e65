import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ShownPresence } from '../../../src-main/shells/electron/shown-presence.ts'
import { RecentFolders } from '../../../src-main/shells/electron/recent-folders.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import { app, BrowserWindow, state } from './electron-stand-in.ts'

vi.mock('electron', () => import('./electron-stand-in.ts'))

await app.whenReady()

describe('active work', () => {
  const window = new BrowserWindow({})
  const show = vi.fn()
  const presence = new ShownPresence({ window: () => window as never, show })

  test('is a bar in dock or task bar, with and without a known end', () => {
    presence.set({ isWorking: true, share: 0.25, keepsAwake: false })
    presence.set({ isWorking: true, share: null, keepsAwake: false })
    presence.set({ isWorking: false, share: null, keepsAwake: false })
    expect(window.bars).toEqual([0.25, 2, -1])
  })

  test('prevents sleep if the person wants that, until it ends or the window is closed', () => {
    presence.set({ isWorking: true, share: 0.1, keepsAwake: false })
    expect(state.blockers.size).toBe(0)
    for (const share of [0.1, 0.2]) presence.set({ isWorking: true, share, keepsAwake: true })
    expect([...state.blockers.values()]).toEqual(['prevent-app-suspension'])
    presence.set({ isWorking: false, share: null, keepsAwake: true })
    expect(state.blockers.size).toBe(0)
    presence.set({ isWorking: true, share: null, keepsAwake: true })
    presence.clear()
    expect(state.blockers.size).toBe(0)
  })

  test('announces its end only when unseen; a click shows the window', () => {
    presence.tell({ title: 'Exported 412 photos', body: '3 problems' }, true)
    expect(state.notices).toEqual([])
    presence.tell({ title: 'Exported 412 photos', body: '3 problems' }, false)
    expect(state.notices.map(({ options, isShown }) => ({ ...options, isShown }))).toEqual([
      { title: 'Exported 412 photos', body: '3 problems', isShown: true },
    ])
    state.notices[0]!.emit('click')
    expect(show).toHaveBeenCalledOnce()
  })
})

describe('recent folders', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = makeTempFolder()
    file = join(folder, 'recent.json')
    state.recent.length = 0
    state.jumpLists.length = 0
  })
  afterEach(() => removeFolder(folder))

  test('are in the dock of macOS', () => {
    const recent = new RecentFolders(file, 'darwin')
    recent.note('/photos/2026', 'Recent folders')
    expect([state.recent, state.jumpLists]).toEqual([['/photos/2026'], []])
  })

  test('are in the jump list of Windows, the last one first, and survive a restart', () => {
    const recent = new RecentFolders(file, 'win32')
    for (const path of ['C:\\Photos\\A', 'C:\\Photos\\B', 'C:\\Photos\\A']) recent.note(path, 'Recent folders')
    new RecentFolders(file, 'win32').show('Zuletzt benutzte Ordner')
    const [list] = state.jumpLists.at(-1)!
    expect(list).toMatchObject({ type: 'custom', name: 'Zuletzt benutzte Ordner' })
    expect((list as { items: { args: string }[] }).items.map(({ args }) => args)).toEqual([
      '"C:\\Photos\\A"',
      '"C:\\Photos\\B"',
    ])
    for (let count = 0; count < 20; count += 1) recent.note(`D:\\${count}`, 'Recent folders')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(8)
  })

  test('are nowhere if the system has no list', () => {
    new RecentFolders(file, 'linux').note('/photos', 'Recent folders')
    expect([state.recent, state.jumpLists]).toEqual([[], []])
  })
})
