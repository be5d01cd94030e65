import { afterEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../../src-renderer/client/use-toasts.ts'
import { useSelection } from '../../../src-renderer/photos/selection.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  open?.close()
  vi.unstubAllGlobals()
})

const pages = () => [...document.querySelectorAll<HTMLElement>('.printed .sheet')]
const pictures = () => [...document.querySelectorAll<HTMLImageElement>('.printed img')]

/** A window with some selected photos; `print` presses the key and counts how often the dialog opened. */
async function openWith(photos: ReturnType<typeof fakePhoto>[], selected: readonly number[]) {
  const dialog = vi.fn()
  vi.stubGlobal('print', dialog)
  open = await mountApp({ photos })
  await until(() => open!.tiles().length > 0, 'tiles')
  const { app, press } = open
  const stores = app.runWithContext(() => ({ selection: useSelection(), toasts: useToasts() }))
  await stores.selection.add(() => Promise.resolve([...selected]))
  await until(() => stores.selection.list.length === selected.length, 'the selection')
  const notices = () => stores.toasts.list.map(({ title }) => title)
  return { dialog, notices, print: () => press(document.body, 'p', { ctrlKey: true }) }
}

test('selected photos are on a page each, and the dialog opens when all of them are loaded', async () => {
  const { dialog, print } = await openWith([fakePhoto(1), fakePhoto(2), fakePhoto(3)], [1, 2])
  print()
  await until(() => pictures().length === 2, 'two pages')
  expect(pictures().map(({ src }) => new URL(src, 'http://x/').pathname)).toEqual([
    '/photo/1/screen',
    '/photo/2/screen',
  ])
  pictures()[0]!.dispatchEvent(new Event('load'))
  expect(dialog).not.toHaveBeenCalled()
  pictures()[1]!.dispatchEvent(new Event('load'))
  await until(() => dialog.mock.calls.length === 1, 'the dialog')
  window.dispatchEvent(new Event('afterprint'))
  await until(() => pages().length === 0, 'no page')
})

test('one photo is printed in its own pixels, on paper of its orientation', async () => {
  const { print } = await openWith([fakePhoto(1), fakePhoto(3)], [1])
  print()
  await until(() => pictures().length === 1, 'a page')
  expect(pictures()[0]!.src).toContain('/photo/1/full')
  expect(document.querySelector('.printed')!.classList).toContain('are-wide')
})

test('hidden photos are not printed, nor pictures that cannot be loaded', async () => {
  const blurred = fakePhoto(2, { isSensitive: true, nsfw: 'nsfw' })
  const { dialog, notices, print } = await openWith([fakePhoto(1), blurred], [1, 2])
  print()
  await until(() => pictures().length === 1, 'a page')
  expect(pages()).toHaveLength(1)
  pictures()[0]!.dispatchEvent(new Event('error'))
  await until(() => notices().includes('Nothing to print'), 'why nothing is printed')
  expect([pages().length, dialog.mock.calls.length]).toEqual([0, 0])
})

test('more photos than fit into memory together are refused', async () => {
  const photos = Array.from({ length: 21 }, (_, index) => fakePhoto(index + 1))
  const { notices, print } = await openWith(
    photos,
    photos.map(({ id }) => id),
  )
  print()
  await until(() => notices().some((title) => title.includes('At most 20')), 'the limit')
  expect(pages()).toEqual([])
})
