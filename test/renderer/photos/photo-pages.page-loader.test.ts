import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { nextTick, watch } from 'vue'
import { createPageLoader } from '../../../src-renderer/photos/photo-pages.ts'
import { fakePhotos, tileOf } from '../fake-photos.ts'

const page = fakePhotos(100).map(tileOf)

/** A loader whose requests a test answers. */
function start(isBeingWritten = () => false) {
  const requests: { offset: number; signal: AbortSignal; answer: (total: number) => void; fail: () => void }[] = []
  const loader = createPageLoader(
    (offset, signal) =>
      new Promise((resolve, reject) => {
        const answer = (total: number): void => resolve({ total, tiles: page })
        requests.push({
          offset,
          signal,
          answer,
          fail: () => reject(new ORPCError('disk-failing', { message: 'The disk is gone.' })),
        })
      }),
    undefined,
    isBeingWritten,
  )
  return { loader, requests }
}

test('requests for pages no longer near the screen are aborted, and their answers dropped', async () => {
  const { loader, requests } = start()
  loader.want(0, 150, 'grid')
  loader.want(120, 310, 'grid')
  expect(requests.map(({ offset }) => offset)).toEqual([0, 100, 200, 300])
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false, false, false])
  for (const request of requests) request.answer(1000)
  await expect.poll(() => [...loader.pages.keys()]).toEqual([1, 2, 3])
})

test('pages of an open photo stay beside those of the grid, also when photos change, until it is closed', async () => {
  const { loader, requests } = start()
  loader.want(0, 30, 'grid')
  loader.want(225, 275, 'photo')
  loader.want(0, 40, 'grid')
  expect(requests.map(({ offset, signal }) => [offset, signal.aborted])).toEqual([
    [0, false],
    [200, false],
  ])
  for (const request of requests) request.answer(1000)
  await expect.poll(() => [...loader.pages.keys()]).toEqual([0, 2])
  const refreshed = loader.refresh()
  expect([...loader.pages.keys()]).toEqual([0, 2])
  expect(requests.slice(2).map(({ offset }) => offset)).toEqual([0, 200])
  for (const request of requests.slice(2)) request.answer(1000)
  await refreshed
  loader.leave('photo')
  const closed = loader.refresh()
  expect(requests.slice(4).map(({ offset }) => offset)).toEqual([0])
  requests[4]!.answer(1000)
  await closed
  expect([...loader.pages.keys()]).toEqual([0])
})

test('the earlier list stays whole until the new one is there, and is replaced in one step', async () => {
  const { loader, requests } = start()
  loader.want(0, 199, 'grid')
  requests[0]!.answer(300)
  requests[1]!.answer(300)
  await expect.poll(() => loader.pages.size).toBe(2)
  const done = loader.restart()
  loader.want(200, 299, 'grid') // A person scrolls on in the earlier list, whose pages can no longer be asked for.
  expect(requests).toHaveLength(3)
  expect([loader.serial.value, loader.isEarlier.value, loader.pages.size, loader.total.value]).toEqual([
    0,
    true,
    2,
    300,
  ])
  const seen: unknown[] = []
  watch(loader.total, (total) => seen.push([total, loader.serial.value, [...loader.pages.keys()]]))
  requests[2]!.answer(250)
  await done
  await nextTick()
  expect(seen).toEqual([[250, 1, [0]]])
  expect(loader.isEarlier.value).toBe(false)
})

test('an empty list replaces photos only once nobody writes what it is asked for any more', async () => {
  let isBeingWritten = true
  const { loader, requests } = start(() => isBeingWritten)
  loader.want(0, 10, 'grid')
  requests[0]!.answer(50)
  await expect.poll(() => loader.total.value).toBe(50)
  const ask = async (total: number, again = loader.restart) => {
    const done = again()
    requests.at(-1)!.answer(total)
    await done
    return [loader.total.value, loader.serial.value, loader.isUnmatched.value]
  }
  expect(await ask(0)).toEqual([50, 0, true])
  // A photo is analysed meanwhile: what is asked for is still the new list.
  expect(await ask(0, loader.refresh)).toEqual([50, 0, true])
  expect(await ask(7)).toEqual([7, 1, false])
  expect(await ask(0)).toEqual([7, 1, true])
  isBeingWritten = false
  expect(await ask(0)).toEqual([0, 2, false])
})

test('pages beyond the end of a shorter list are dropped', async () => {
  const { loader, requests } = start()
  loader.want(0, 199, 'grid')
  requests[1]!.answer(200)
  requests[0]!.answer(40)
  await expect.poll(() => [...loader.pages.keys()]).toEqual([0])
  expect(loader.total.value).toBe(40)
})

test('a failed request gives the reason until one succeeds', async () => {
  const { loader, requests } = start()
  const failed = loader.refresh()
  requests[0]!.fail()
  await failed
  expect(loader.problem.value).toBe('The disk is gone.')
  expect(loader.isLoaded.value).toBe(false)
  const done = loader.refresh()
  requests[1]!.answer(100)
  await done
  expect(loader.problem.value).toBe('')
  expect(loader.isLoaded.value).toBe(true)
})

test('a new list that could not be loaded is asked for again as a person scrolls', async () => {
  const { loader, requests } = start()
  loader.want(0, 99, 'grid')
  requests[0]!.answer(300)
  await expect.poll(() => loader.pages.size).toBe(1)
  const failed = loader.restart()
  requests[1]!.fail()
  await failed
  expect([loader.isEarlier.value, loader.problem.value]).toEqual([true, 'The disk is gone.'])
  loader.want(100, 199, 'grid')
  loader.want(200, 299, 'grid')
  expect(requests.slice(2).map(({ offset }) => offset)).toEqual([0])
  requests[2]!.answer(250)
  await expect.poll(() => loader.total.value).toBe(250)
  expect([loader.isEarlier.value, loader.problem.value]).toEqual([false, ''])
})

test('a page that is loaded again keeps the tiles that are the same, and itself if all are', async () => {
  let tiles = page
  const loader = createPageLoader(async () => ({ total: 100, tiles: structuredClone(tiles) }))
  await loader.refresh()
  const before = loader.pages.get(0)!
  await loader.refresh()
  expect(loader.pages.get(0)).toBe(before)
  tiles = page.map((tile, at) => (at === 1 ? { ...tile, rating: 5 } : tile))
  await loader.refresh()
  const after = loader.pages.get(0)!
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  expect(after[1]!.rating).toBe(5)
})

test('what is beside a new list appears with its photos, whichever comes first', async () => {
  const [photos, days] = [Promise.withResolvers<{ total: number; tiles: [] }>(), Promise.withResolvers<() => void>()]
  let shown = ''
  const loader = createPageLoader(
    () => photos.promise,
    () => days.promise,
  )
  const done = loader.restart()
  photos.resolve({ total: 7, tiles: [] })
  await photos.promise
  expect(loader.isLoaded.value).toBe(false)
  days.resolve(() => (shown = `days of ${loader.total.value} photos`))
  await done
  expect(shown).toBe('days of 7 photos')
})

test('what is beside a list is read again although a person scrolled on meanwhile', async () => {
  let shown = 0
  const waiting: (() => void)[] = []
  const loader = createPageLoader(
    (_, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        waiting.push(() => resolve({ total: 1000, tiles: [] }))
      }),
    async () => () => (shown += 1),
  )
  const refreshed = loader.refresh()
  loader.want(500, 510, 'grid')
  await refreshed
  expect(shown).toBe(1)
  for (const answer of waiting) answer()
})
