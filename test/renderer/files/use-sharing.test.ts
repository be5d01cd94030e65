import { afterEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../../src-renderer/client/use-toasts.ts'
import { useSharing } from '../../../src-renderer/files/use-sharing.ts'
import { useShell } from '../../../src-renderer/client/use-shell.ts'
import { fakePhoto } from '../fake-photos.ts'
import { until, withStores } from '../mount-app.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name)
})

const shell = { platform: 'darwin', hasDialogs: true, roots: [], canReveal: true, pictures: '' }
const photos = [fakePhoto(1), fakePhoto(2, { isSensitive: true, nsfw: 'nsfw' })]

async function open(kind: 'electron' | 'browser', canShare: boolean) {
  const { library, result } = withStores({ photos, shell: { ...shell, kind, canShare } }, () => ({
    sharing: useSharing(),
    toasts: useToasts(),
    shell: useShell(),
  }))
  await result.shell.load()
  return { library, ...result }
}

/** A browser that shares files, and the shared ones. */
function shareIn(browser: (data: ShareData) => Promise<void>) {
  const share = vi.fn(browser)
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  Object.defineProperty(navigator, 'canShare', { configurable: true, value: () => true })
  return share
}

test('the desktop program shares files if its system has a share sheet', async () => {
  expect((await open('electron', false)).sharing.isOffered).toBe(false)
  const { sharing, library, toasts } = await open('electron', true)
  expect(sharing.isOffered).toBe(true)
  await sharing.start([1])
  expect(toasts.list).toEqual([])
  await sharing.start([1, 2])
  const shared = library.calls.filter(({ name }) => name === 'shell.share').map(({ input }) => input)
  expect(shared).toEqual([{ ids: [1] }, { ids: [1] }])
  expect(toasts.list).toMatchObject([{ title: '1 photo was not shared' }])
})

test('a browser shares the visible pictures, if it can share files', async () => {
  expect((await open('browser', false)).sharing.isOffered).toBe(false)
  const share = shareIn(async () => undefined)
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address)
    return new Response(new Blob(['picture'], { type: 'image/webp' }))
  })
  const { sharing, toasts } = await open('browser', false)
  expect(sharing.isOffered).toBe(true)
  await sharing.start([1, 2])
  expect(fetched).toHaveLength(1)
  expect(fetched[0]).toContain('/photo/1/screen')
  expect(share.mock.calls[0]![0].files!.map(({ name, type }) => [name, type])).toEqual([
    ['photo-0001.webp', 'image/webp'],
  ])
  expect(toasts.list).toMatchObject([{ title: '1 photo was not shared' }])
})

test('closing the list is not a failure, and anything else is reported', async () => {
  vi.stubGlobal('fetch', async () => new Response(new Blob(['picture'], { type: 'image/webp' })))
  let name = 'AbortError'
  shareIn(async () => {
    throw new DOMException('no', name)
  })
  const { sharing, toasts } = await open('browser', false)
  await sharing.start([1])
  expect(toasts.list).toEqual([])
  name = 'NotAllowedError'
  await sharing.start([1])
  await until(() => toasts.errors.length === 1, 'the failure')
})
