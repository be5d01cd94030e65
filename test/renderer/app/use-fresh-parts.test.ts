import { afterEach, expect, test, vi } from 'vitest'
import { fakePhoto, fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  open?.close()
  sessionStorage.clear()
  document.querySelector('script')?.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A window in which a view cannot be loaded, and how often it was loaded again. */
async function openWith(page: string, photos = 1) {
  // A script that is parsed like this is not loaded.
  document.head.insertAdjacentHTML('beforeend', pageOf('This'))
  open = await mountApp({ photos: fakePhotos(photos) })
  await until(() => open!.tiles().length > 0, 'the photos')
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(page)))
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  return { ...open, reload, fail: () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true })) }
}
/** The page of a build, as its server answers. */
const pageOf = (build: string) => `<script type="module" crossorigin src="./assets/index-${build}.js"></script>`

const notices = () => document.querySelector('.toaster')!.textContent

test('after an update the window is loaded again, once, and says so', async () => {
  const { reload, fail, close } = await openWith(pageOf('Other'))
  fail()
  await until(() => reload.mock.calls.length === 1, 'the window to be loaded again')
  // If that did not help, it is not tried for ever.
  fail()
  await until(() => notices().includes('could not be loaded'), 'the notice')
  expect(reload).toHaveBeenCalledTimes(1)
  close()
  sessionStorage.setItem('lumafold.loaded-again', 'index-Earlier.js')
  open = await mountApp({ photos: [fakePhoto(1)] })
  await until(() => notices().includes('The window was loaded again'), 'the notice of the new window')
  expect(sessionStorage.getItem('lumafold.loaded-again')).toBeNull()
})

test('the selection and the place in the list are kept', async () => {
  const { reload, fail, close } = await openWith(pageOf('Other'), 300)
  const scroller = () => document.querySelector<HTMLElement>('.scroller')!
  const selected = () => open!.tiles().filter((tile) => tile.getAttribute('aria-selected') === 'true')
  const indexes = () => selected().map((tile) => Number(tile.dataset['index']))
  scroller().scrollTop = 5000
  scroller().dispatchEvent(new Event('scroll'))
  await until(() => open!.tiles().every((tile) => Number(tile.dataset['index']) > 20), 'tiles far down')
  const [first, , third] = open!.tiles()
  first!.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  third!.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }))
  await until(() => selected().length === 2, 'two selected photos')
  const before = indexes()
  fail()
  await until(() => reload.mock.calls.length === 1, 'the window to be loaded again')
  close()
  sessionStorage.setItem('lumafold.loaded-again', 'index-Earlier.js')
  open = await mountApp({ photos: fakePhotos(300) })
  await until(() => selected().length === 2, 'the same photos to be selected')
  expect(indexes()).toEqual(before)
  open.close()
  sessionStorage.removeItem('lumafold.loaded-again')
  open = await mountApp({ photos: fakePhotos(300) })
  await until(() => open!.tiles().length > 0, 'a window that is opened later')
  expect(selected()).toEqual([])
})

test('what is being written is kept: the person loads the window again', async () => {
  const { reload, fail, byRole, type } = await openWith(pageOf('Other'))
  const box = byRole('combobox', 'Search photos') as HTMLInputElement
  box.focus()
  type(box, 'beach')
  fail()
  await until(() => notices().includes('Finish what you are writing'), 'the notice')
  expect(reload).not.toHaveBeenCalled()
  byRole('button', 'Load again').click()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a part that is missing for another reason is reported, and nothing is loaded again', async () => {
  const { reload, fail } = await openWith(pageOf('This'))
  fail()
  await until(() => notices().includes('could not be loaded'), 'the notice')
  expect(reload).not.toHaveBeenCalled()
})
