import { afterEach, expect, test, vi } from 'vitest'
import { useAlbums } from '../../../src-renderer/albums/use-albums.ts'
import { useRemoved } from '../../../src-renderer/missing/use-removed.ts'
import { usePhotoPages } from '../../../src-renderer/photos/photo-pages.ts'
import { useQuery } from '../../../src-renderer/photos/query.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  open?.close()
})

const albumOf = (id: number) => ({ id, parentId: null, name: `Album ${id}`, ids: [] })

/** Milliseconds that a list takes in a library that is busy with an import. */
const LIST_MS = 900

/** A window on a library that imports photos, each step of which takes 100 ms: `during` is called after each. */
async function duringImport(during: (step: number) => boolean): Promise<boolean> {
  const { library } = open!
  const realTimeout = setTimeout
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  Object.defineProperty(library.state, 'listsAnswerAfter', {
    get: () => new Promise((resolve) => setTimeout(resolve, LIST_MS)),
  })
  for (let step = 0; step < 60; step++) {
    library.emit({ type: 'photos.changed', ids: [1], isWholeLibrary: false })
    await new Promise((resolve) => realTimeout(resolve)) // The event arrives.
    await vi.advanceTimersByTimeAsync(100)
    if (during(step)) return true
  }
  return false
}

test('photos of an import appear although lists take longer than the time between two changes', async () => {
  open = await mountApp({ photos: fakePhotos(10) })
  open.library.state.photos = fakePhotos(20)
  const pages = usePhotoPages()
  expect(await duringImport(() => pages.total === 20)).toBe(true)
})

test('a search during an import shows its photos', async () => {
  open = await mountApp({ photos: fakePhotos(30) })
  const pages = usePhotoPages()
  const found = await duringImport((step) => {
    if (step === 5) useQuery().toggleValue('tag', 'dog')
    return step > 5 && !pages.isEarlier && pages.total < 30
  })
  expect(found).toBe(true)
})

test('albums are counted during an import, not only after it', async () => {
  open = await mountApp({ photos: fakePhotos(10), albums: [albumOf(1)] })
  const albums = useAlbums()
  await until(() => albums.nodes.length === 1, 'the album')
  open.library.state.albums = [albumOf(1), albumOf(2)]
  expect(await duringImport(() => albums.nodes.length === 2)).toBe(true)
})

test('an event that cannot be handled is reported, and the next ones are handled as before', async () => {
  open = await mountApp({ photos: fakePhotos(3), albums: [albumOf(1)] })
  const { library } = open
  const albums = useAlbums()
  await until(() => albums.nodes.length === 1, 'the album')
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => void reported.push(error))
  library.state.albums = [albumOf(1), albumOf(2)]
  vi.spyOn(useRemoved(), 'accept').mockImplementation(() => {
    throw new TypeError('A fault of the program')
  })
  library.emit({ type: 'removed.changed', progress: null })
  library.emit({ type: 'albums.changed' })
  await until(() => albums.nodes.length === 2, 'the second album')
  expect(reported).toEqual([expect.any(TypeError)])
})
