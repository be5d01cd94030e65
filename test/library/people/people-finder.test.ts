import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import { EventHub } from '../../../src-main/library/events/event-hub.ts'
import { PeopleFinder } from '../../../src-main/library/people/people-finder.ts'
import { openWithRoot } from '../catalog/library.ts'
import { openWithFaces, statementOn, say } from './rows/people.ts'
import { drawFaces, unit } from './drawn-faces.ts'

afterEach(() => void vi.useRealTimers())

/** A finder over a catalogue of photos with a face each, and what windows would have read at each of its events. */
function openFinder(people: number) {
  const { catalog, add } = openWithRoot()
  catalog.people.vectors.turnOn()
  const { vectors } = drawFaces({ people, each: 6, strangers: 0, seed: 2 })
  const ids = add(...vectors.map((_, at) => `${at}.jpg`))
  ids.forEach((id, at) => {
    const faces = [{ box: { x: 0.1, y: 0.2, width: 0.1, height: 0.2 }, side: 100, vector: vectors[at]! }]
    const findings = { faceVectors: { modelId: 'drawn', faces } }
    catalog.analysis.saveOutcome(id, ['face-vectors'], { ok: true, findings, warnings: [] })
  })
  const hub = new EventHub()
  const reported: { isGrouping: boolean; grouped: number; left: number }[] = []
  const publish = (event: LibraryEvent) => {
    reported.push({ isGrouping: finder.isGrouping, grouped: finder.grouped, left: catalog.people.countDue() })
    hub.publish(event)
  }
  const page = vi.spyOn(catalog.people.vectors, 'page')
  const finder = new PeopleFinder({
    catalog,
    hub: { listen: (options) => hub.listen(options), publish },
    reportMs: 0,
    onError: (error) => expect.fail(String(error)),
  })
  onTestFinished(() => finder.close())
  return { catalog, hub, ids, finder, reported, pagesRead: () => page.mock.calls.length }
}

test('windows learn that faces are being grouped, the progress, and the end', async () => {
  const { ids, finder, reported } = openFinder(20)
  await finder.idle()
  expect(reported.length).toBeGreaterThan(2)
  expect(reported[0]).toEqual({ isGrouping: true, grouped: 0, left: ids.length })
  expect(reported.pop()).toEqual({ isGrouping: false, grouped: 0, left: 0 })
  const counts = reported.map(({ grouped }) => grouped)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(reported.filter(({ isGrouping, grouped, left }) => !isGrouping || grouped + left !== ids.length)).toEqual([])
})

test('reading the groups does not count as grouping, and without work nothing is reported', async () => {
  const { finder, reported, pagesRead } = openFinder(2)
  await finder.idle()
  await finder.forget()
  reported.length = 0
  const before = pagesRead()
  finder.schedule()
  await finder.idle()
  expect(pagesRead()).toBeGreaterThan(before)
  expect(reported.filter(({ isGrouping }) => isGrouping)).toEqual([])
})

test('vectors that left the memory are read again only for a waiting face', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { catalog, hub, ids, finder, pagesRead } = openFinder(2)
  finder.start()
  await finder.idle()
  vi.advanceTimersByTime(60_000)
  const before = pagesRead()
  hub.publish({ type: 'photos.changed', ids: [ids[0]!], isWholeLibrary: false })
  await finder.idle()
  expect(pagesRead()).toBe(before)
  say(catalog, [[ids[0]!, [statementOn(100, 100, { name: 'Anna' })]]])
  await finder.idle()
  expect(pagesRead()).toBeGreaterThan(before)
})

test('vectors of a new model are never compared with those of the model before', async () => {
  const { catalog, ids } = openWithFaces('anna.jpg', 'stranger.jpg', 'another.jpg')
  catalog.people.vectors.turnOn()
  const describe = (modelId: string, vectors: Float32Array[]) =>
    vectors.forEach((vector, at) => {
      const faces = [{ box: { x: 0.1, y: 0.2, width: 0.1, height: 0.2 }, side: 100, vector }]
      const findings = { faceVectors: { modelId, faces } }
      catalog.analysis.saveOutcome(ids[at]!, ['face-vectors'], { ok: true, findings, warnings: [] })
    })
  const finder = new PeopleFinder({ catalog, hub: new EventHub(), onError: (error) => expect.fail(String(error)) })
  onTestFinished(() => finder.close())
  const placed = () => catalog.people.vectors.page(0, 10).map(({ suggestedId }) => suggestedId)
  describe('first', [unit(1), unit(0, 1), unit(0, 1, 0.1)])
  say(catalog, [[ids[0]!, [statementOn(100, 100, { name: 'Anna' })]]])
  await finder.idle()
  const { id: anna } = catalog.people.find('Anna')!
  expect(placed()).toEqual([0, 0, 0])
  describe('second', [unit(0, 1), unit(1), unit(0, 1, 0.1)])
  await finder.idle()
  expect(placed()).toEqual([0, 0, anna])
})
