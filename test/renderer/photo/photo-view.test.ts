import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  open?.close()
  for (const name of ['requestFullscreen', 'exitFullscreen'] as const) Reflect.deleteProperty(screen, name)
})
/** happy-dom has no full screen. */
const screen = document.documentElement
const allowFullScreen = () => {
  const show = (element: Element | null) => async () => {
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: element })
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  void show(null)()
  Object.assign(screen, { requestFullscreen: show(screen) })
  Object.assign(document, { exitFullscreen: show(null) })
  return show(null)
}

const view = () => document.querySelector<HTMLElement>('section[aria-label="Photo"]')!
const start = async () => {
  open = await mountApp({ photos: fakePhotos(3) }, '/photo/2')
  await until(() => view().querySelector('h2')?.textContent, 'the photo')
  return open
}

test('previous and next are in the bar, and nothing covers the photo', async () => {
  const { byRole } = await start()
  const [previous, next] = ['Previous photo', 'Next photo'].map((name) => byRole('button', name))
  expect([previous, next].every((button) => button!.closest('header') !== null)).toBe(true)
  await until(() => !next!.hasAttribute('disabled'), 'the list')
  next!.click()
  await until(() => next!.hasAttribute('disabled') && !previous!.hasAttribute('disabled'), 'the last photo')
  expect(view().querySelectorAll('.on-stage > :not(.stage)')).toHaveLength(0)
})

test('F shows only the photo, and its keys and marks still work', async () => {
  const { press, library } = await start()
  const leave = allowFullScreen()
  press(document.body, 'f')
  await until(() => view().querySelector('header') === null, 'the photo alone')
  expect(document.fullscreenElement).toBe(screen)
  expect(view().querySelector('nav')).toBeNull()
  const line = () => view().querySelector('footer')?.textContent ?? ''
  expect(line()).toContain('P Pick')
  press(document.body, 'p')
  await until(() => view().querySelector('footer [aria-label="Pick"][aria-pressed="true"]'), 'the flag')
  await until(() => library.state.photos.find(({ id }) => id === 2)?.pick === 1, 'the flag in the library')
  await leave()
  await until(() => view().querySelector('header'), 'the bars, after the browser left the full screen')
})

test('at 1:1, the pixels of the next photo are loaded once those of the shown one are there', async () => {
  const { press } = await start()
  await until(() => view().querySelectorAll('.pictures.is-ahead').length > 0, 'a photo ahead')
  press(document.body, 'z')
  const shown = () => view().querySelector<HTMLElement>('.pictures:not(.is-ahead)')!
  const ahead = () => [...view().querySelectorAll<HTMLElement>('.pictures.is-ahead')].map(({ dataset }) => dataset.kind)
  await until(() => shown().dataset.kind === 'full', 'the shown photo at 1:1')
  expect(ahead()).not.toContain('full')
  await until(() => shown().querySelector('img[src*="/full?"]'), 'the request for its pixels')
  shown().querySelector('img[src*="/full?"]')!.dispatchEvent(new Event('load'))
  await until(() => ahead().includes('full'), 'the photo ahead at 1:1')
})
