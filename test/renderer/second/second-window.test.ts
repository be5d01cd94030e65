import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import SecondWindow from '../../../src-renderer/app/SecondWindow.vue'
import type { MainState, ToMain, ToSecond } from '../../../src-renderer/second/window-channel.ts'
import type { FakeState } from '../fake-library.ts'
import { fakePhoto, fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

/** Each test plays the other window, over their shared channel. */
let channel: BroadcastChannel
let heard: (ToMain | ToSecond)[]
let app: Awaited<ReturnType<typeof mountApp>>
const closed = vi.fn()

beforeEach(() => {
  window.name = `test-${crypto.randomUUID()}`
  heard = []
  window.close = closed.mockReset()
})
afterEach(() => {
  app.close()
  channel.close()
  vi.restoreAllMocks()
  Reflect.deleteProperty(window, 'opener')
})

const listen = (name: string): void => {
  channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<ToMain | ToSecond>) => heard.push(data))
}
const key = (name: string, more: KeyboardEventInit = {}) =>
  app.press(document.activeElement ?? document.body, name, more)
const cells = () => [...document.querySelectorAll<HTMLElement>('[role="gridcell"]')]
const cell = (id: number) => document.querySelector<HTMLElement>(`[role="gridcell"][data-photo="${id}"]`)
const isSelected = (id: number) => cell(id)?.getAttribute('aria-selected') === 'true'

describe('the second window', () => {
  let state: MainState
  const start = async (library: Partial<FakeState> = { photos: fakePhotos(5) }) => {
    listen(window.name)
    app = await mountApp(library, '/', { root: SecondWindow })
    await until(() => heard.some(({ kind }) => kind === 'hello'), 'its greeting')
    state = {
      view: 'loupe',
      isLocked: false,
      list: '/',
      openStacks: [],
      photoId: null,
      selected: [],
      isCovered: false,
      answered: 0,
    }
    say({})
  }
  const say = (part: Partial<MainState>): void => {
    state = { ...state, ...part }
    channel.postMessage({ kind: 'state', state } satisfies ToSecond)
  }
  const shown = () => document.querySelector('h1')?.textContent ?? ''
  const nameOf = (id: number) => app.library.state.photos.find((photo) => photo.id === id)!.name
  const untilShown = (id: number) => until(() => shown() === nameOf(id), `photo ${id}, not ${shown()}`)
  const choices = () => heard.filter((message) => message.kind === 'choose')
  const pickOf = (id: number) => app.library.state.photos.find((photo) => photo.id === id)!.pick

  test('follows the photo of the main window, and leads it with the arrows', async () => {
    await start()
    await until(() => document.body.textContent!.includes('Choose a photo in the main window'), 'the empty state')
    say({ photoId: 2, selected: [2, 3] })
    await untilShown(2)
    expect(choices()).toEqual([])
    await until(() => document.querySelector('.view footer'), 'its marks')
    key('ArrowRight')
    await until(() => choices().length === 1, 'the choice')
    const [next] = choices()
    expect(next).toMatchObject({ selected: [next!.photoId], choice: 1 })
    expect(next!.photoId).not.toBe(2)
    await untilShown(next!.photoId)
    // The main window's messages from before the choice do not lead back.
    say({ selected: [2] })
    key('p')
    await until(() => pickOf(next!.photoId) === 1, 'the flag')
    expect([shown(), pickOf(2)]).toEqual([nameOf(next!.photoId), 0])
    say({ answered: 1, photoId: 5, selected: [5] })
    await untilShown(5)
    expect(choices()).toHaveLength(1)
  })

  test('stays on its photo while locked, acts there, and follows again', async () => {
    await start()
    say({ photoId: 2, selected: [2] })
    await untilShown(2)
    key('w', { shiftKey: true })
    await until(() => heard.some((message) => message.kind === 'lock' && message.isLocked), 'the lock')
    say({ isLocked: true, photoId: 5, selected: [5], list: '/?q=nothing' })
    await until(() => document.querySelector('header [role="status"]')?.textContent === 'Locked', 'the word for it')
    key('4')
    await until(() => app.library.state.photos.find(({ id }) => id === 2)?.rating === 4, 'the stars')
    key('ArrowRight')
    await until(() => shown() !== nameOf(2), 'the next photo')
    expect(choices()).toEqual([])
    say({ isLocked: false, list: '/' })
    await untilShown(5)
  })

  test('shows the list with its selection, and selects in the main window', async () => {
    await start()
    say({ view: 'grid', photoId: 2, selected: [2, 3] })
    await until(() => cells().length === 5 && isSelected(2) && isSelected(3), 'the selection')
    expect(isSelected(4)).toBe(false)
    cell(4)!.click()
    await until(() => choices().length > 0, 'the choice')
    expect(choices().at(-1)).toMatchObject({ photoId: 4, selected: [4] })
    say({ answered: choices().length, photoId: 4, selected: [4] })
    key('x')
    await until(() => pickOf(4) === -1, 'the flag')
    // The menu of a photo leads to dialogs that are in the main window.
    cell(4)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
    await until(() => isSelected(4), 'the photo')
    expect(document.querySelector('[role="menu"]')).toBeNull()
    key('e')
    await until(() => heard.some((message) => message.kind === 'view' && message.view === 'loupe'), 'the other view')
    say({ view: 'loupe' })
    await untilShown(4)
    key('Escape')
    await until(() => heard.some((message) => message.kind === 'view' && message.view === 'grid'), 'the list again')
    say({ view: 'grid', list: '/?q=is:rejected', photoId: null, selected: [] })
    await until(() => cells().length === 1, 'the search of the main window')
  })

  test('hides with the main window, and requests client mode from it', async () => {
    await start({ photos: [fakePhoto(1, { name: 'plain.jpg' }), fakePhoto(2, { name: 'diary.jpg', isPrivate: true })] })
    say({ photoId: 2, selected: [2] })
    await untilShown(2)
    key('F9')
    await until(() => heard.some(({ kind }) => kind === 'client-mode'), 'the question')
    say({ isCovered: true })
    await until(() => document.querySelector('.window.covered') && !document.querySelector('.view'), 'the cover')
    app.library.state.privacy.isClientMode = true
    say({ isCovered: false, photoId: null, selected: [] })
    await until(() => document.querySelector('.window:not(.covered)'), 'what may be seen')
    expect(document.documentElement.outerHTML).not.toContain('diary.jpg')
  })

  test('closes by its key, with the main window, and at its request', async () => {
    await start()
    key('g', { shiftKey: true })
    await until(() => heard.some((message) => message.kind === 'view' && message.view === 'grid'), 'the other view')
    expect(closed).not.toHaveBeenCalled()
    key('e', { shiftKey: true })
    await until(() => closed.mock.calls.length === 1, 'the key')
    channel.postMessage({ kind: 'close' } satisfies ToSecond)
    await until(() => closed.mock.calls.length === 2, 'the word of the main window')
    Object.defineProperty(window, 'opener', { configurable: true, value: { closed: true } })
    await until(() => closed.mock.calls.length > 2, 'the end of the main window')
  })
})

describe('the main window', () => {
  const opened = vi.fn<(...wanted: (string | undefined)[]) => Window | null>()
  const start = async (address = '/') => {
    window.open = ((...wanted: string[]) => opened(...wanted)) as typeof window.open
    opened.mockReset().mockReturnValue(window)
    app = await mountApp({ photos: fakePhotos(5) }, address, { width: 1400 })
    await until(() => cells().length === 5, 'tiles')
    listen(`${window.name}-second`)
  }
  const say = (message: ToMain): void => channel.postMessage(message)
  const states = () => heard.flatMap((message) => (message.kind === 'state' ? [message.state] : []))
  const now = () => states().at(-1)

  test('opens it by key and button at its last position, sends it the photo, and closes it by the key', async () => {
    await start()
    localStorage.setItem('second-window-place', 'left=1920&top=40&width=1500&height=900')
    key('e', { shiftKey: true })
    expect(opened.mock.calls).toEqual([
      ['/second', `${window.name}-second`, 'popup,left=1920,top=40,width=1500,height=900'],
    ])
    say({ kind: 'hello' })
    await until(() => now()?.photoId === null, 'the first state')
    // As after a reload of this window.
    say({ kind: 'hello', shows: { view: 'grid', isLocked: true } })
    await until(() => now()?.view === 'grid' && now()?.isLocked, 'what the second window shows')
    say({ kind: 'hello', shows: { view: 'loupe', isLocked: false } })
    cell(2)!.click()
    await until(() => now()?.photoId === 2, 'the focus')
    expect(now()).toMatchObject({ selected: [2], list: '/', view: 'loupe', isLocked: false })
    key('g', { shiftKey: true })
    await until(() => now()?.view === 'grid', 'the other view')
    key('w', { shiftKey: true })
    await until(() => now()?.isLocked, 'the lock')
    expect(app.byRole('button', 'Second window').getAttribute('aria-pressed')).toBe('true')
    key('g', { shiftKey: true })
    await until(() => heard.at(-1)?.kind === 'close', 'the end')
    app.byRole('button', 'Second window').click()
    expect(opened).toHaveBeenCalledTimes(2)
  })

  test('shows what is chosen there, and confirms it', async () => {
    await start()
    say({ kind: 'hello' })
    say({ kind: 'choose', photoId: 3, selected: [3, 4], choice: 1 })
    await until(() => now()?.answered === 1, 'the answer')
    expect(now()).toMatchObject({ photoId: 3, selected: [3, 4] })
    expect([3, 4].every(isSelected)).toBe(true)
    await app.router.push('/photo/3')
    await until(() => document.querySelector('section[aria-label="Photo"]'), 'the photo')
    say({ kind: 'choose', photoId: 5, selected: [5], choice: 2 })
    await until(() => now()?.answered === 2, 'the answer')
    expect([now()?.photoId, app.router.currentRoute.value.path]).toEqual([5, '/photo/5'])
  })

  test('reports that it is covered, and also that the browser blocks the window', async () => {
    await start()
    say({ kind: 'hello' })
    await until(now, 'the first state')
    say({ kind: 'client-mode' })
    await until(() => now()?.isCovered === false && app.library.state.privacy.isClientMode, 'client mode')
    expect(states().some(({ isCovered }) => isCovered)).toBe(true)
    say({ kind: 'gone' })
    await until(() => app.byRole('button', 'Second window').getAttribute('aria-pressed') === 'false', 'its end')
    opened.mockReturnValue(null)
    key('e', { shiftKey: true })
    await until(() => document.body.textContent!.includes('The second window did not open'), 'the notice')
  })
})
