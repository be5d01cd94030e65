import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/events.ts'
import { EventHub } from '../../../src-main/library/events/event-hub.ts'
import { PeopleFinder } from '../../../src-main/library/people/people-finder.ts'
import { openWithRoot } from '../catalog/library.ts'
import { said, say } from './rows/people.ts'
import { drawFaces } from './drawn-faces.ts'

afterEach(() => void vi.useRealTimers())

/** A keeper of a catalogue whose photos have a face each, and what windows would have read at each event of it. */
function openKeeper(people: number) {
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
  const told: { isGrouping: boolean; grouped: number; left: number }[] = []
  let pages = 0
  const publish = (event: LibraryEvent) => {
    told.push({ isGrouping: keeper.isGrouping, grouped: keeper.grouped, left: catalog.people.countDue() })
    hub.publish(event)
  }
  const { page } = catalog.people.vectors
  const counted = { ...catalog.people.vectors, page: (...of: Parameters<typeof page>) => (pages++, page(...of)) }
  const keeper = new PeopleFinder({
    catalog: { ...catalog, people: { ...catalog.people, vectors: counted } },
    hub: { listen: (options) => hub.listen(options), publish },
    reportMs: 0,
    onError: (error) => expect.fail(String(error)),
  })
  onTestFinished(() => keeper.close())
  return { catalog, hub, ids, keeper, told, pagesRead: () => pages }
}

test('windows hear that faces are being grouped, how far that is, and that it is over', async () => {
  const { ids, keeper, told } = openKeeper(20)
  await keeper.idle()
  expect(told.length).toBeGreaterThan(2)
  expect(told[0]).toEqual({ isGrouping: true, grouped: 0, left: ids.length })
  expect(told.pop()).toEqual({ isGrouping: false, grouped: 0, left: 0 })
  const counts = told.map(({ grouped }) => grouped)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(told.filter(({ isGrouping, grouped, left }) => !isGrouping || grouped + left !== ids.length)).toEqual([])
})

test('reading what is grouped is no grouping, and nothing is told where nothing is to be done', async () => {
  const { keeper, told, pagesRead } = openKeeper(2)
  await keeper.idle()
  await keeper.forget()
  told.length = 0
  const before = pagesRead()
  keeper.schedule()
  await keeper.idle()
  expect(pagesRead()).toBeGreaterThan(before)
  expect(told.filter(({ isGrouping }) => isGrouping)).toEqual([])
})

test('vectors that left the memory are read again only for a face that waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { catalog, hub, ids, keeper, pagesRead } = openKeeper(2)
  keeper.start()
  await keeper.idle()
  vi.advanceTimersByTime(60_000)
  const before = pagesRead()
  hub.publish({ type: 'photos.changed', ids: [ids[0]!], isWholeLibrary: false })
  await keeper.idle()
  expect(pagesRead()).toBe(before)
  say(catalog, [[ids[0]!, [said(100, 100, { name: 'Anna' })]]])
  await keeper.idle()
  expect(pagesRead()).toBeGreaterThan(before)
})
