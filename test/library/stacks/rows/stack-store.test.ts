import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openForTest } from '../../catalog/library.ts'
import { arrange, openWithShots, type Shot, stacksOf, tell } from './library-of-shots.ts'

const byDate = { filter: {}, sort: { by: 'takenAt' as const, order: 'asc' as const } }

test('photos of one camera in close succession are a stack', () => {
  const { catalog, shoot } = openWithShots()
  const ids = shoot(0, 1, 2.5, 10, { at: 11, camera: 'Other' }, 11.5)
  expect(arrange(catalog).toSorted((a, b) => a - b)).toEqual([ids[0], ids[1], ids[2], ids[3], ids[5]])
  expect(stacksOf(catalog, ids)).toEqual([
    [ids[0], ids[1], ids[2]],
    [ids[3], ids[5]],
  ])
  expect(catalog.stacks.hasDue()).toBe(false)
})

test('two bodies of one model, films and photos dated by the person stay out', () => {
  const { catalog, shoot } = openWithShots()
  const [a, b, c, d] = shoot(
    { at: 0, cameraSerial: '1' },
    { at: 0.5, cameraSerial: '2' },
    { at: 1, cameraSerial: '1' },
    { at: 1.5, cameraSerial: '1' },
  )
  catalog.changes.apply({ kind: 'taken-at', ids: [d!], takenAt: '2024-06-01T12:00:01' })
  arrange(catalog)
  expect(stacksOf(catalog, [a!, b!, c!, d!])).toEqual([[a, c]])
})

test('a later photo joins, and one with a corrected time leaves', () => {
  const { catalog, shoot } = openWithShots()
  const [a, b] = shoot(0, 4)
  arrange(catalog)
  expect(stacksOf(catalog, [a!, b!])).toEqual([])
  const [between] = shoot(2)
  expect(arrange(catalog).toSorted((x, y) => x - y)).toEqual([a, b, between])
  expect(stacksOf(catalog, [a!, b!, between!])).toEqual([[a, b, between]])
  tell(catalog, between!, { at: 60 })
  arrange(catalog)
  expect(stacksOf(catalog, [a!, b!, between!])).toEqual([])
})

test(
  'stacks are the same for photos added one by one or all at once, in batches of any size',
  { tags: 'night' },
  () => {
    const shots = fc.array(fc.record({ at: fc.integer({ min: 0, max: 60 }), camera: fc.constantFrom('One', 'Two') }), {
      minLength: 2,
      maxLength: 14,
    })
    fc.assert(
      fc.property(shots, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 13 }), (all, limit, moved) => {
        const whole = openWithShots()
        const wholeIds = whole.shoot(...all)
        arrange(whole.catalog, 1000)
        const parts = openWithShots()
        const ids = all.map((shot, i) => {
          // One of them has another time at first.
          const [id] = parts.shoot(i === moved ? { ...shot, at: (shot.at + 30) % 60 } : shot)
          arrange(parts.catalog, limit)
          return id!
        })
        const late = all[moved] as Shot | undefined
        if (late) tell(parts.catalog, ids[moved]!, late)
        arrange(parts.catalog, limit)
        expect(ids).toEqual(wholeIds)
        expect(stacksOf(parts.catalog, ids)).toEqual(stacksOf(whole.catalog, wholeIds))
        whole.catalog.close()
        parts.catalog.close()
      }),
      { numRuns: 15 },
    )
  },
)

test("a person's decision is kept when stacks are found again, and can be undone", () => {
  const { catalog, shoot } = openWithShots()
  const ids = shoot(0, 1, 2, 3)
  const [a, b, c, d] = ids
  arrange(catalog)
  catalog.changes.apply({ kind: 'stack', ids: [b!], stack: 0 })
  arrange(catalog)
  expect(stacksOf(catalog, ids)).toEqual([[a, c, d]])
  catalog.changes.apply({ kind: 'stack', ids: [c!, d!], stack: catalog.stacks.newNumber() })
  const [late] = shoot(1.5)
  arrange(catalog)
  expect(stacksOf(catalog, [...ids, late!])).toEqual([
    [a, late],
    [c, d],
  ])
  expect(catalog.photos.hasWork(b!)).toBe(true)
  expect(catalog.changes.history(5).map(({ sentence }) => inEnglish(sentence))).toEqual([
    'Stacked 2 photos',
    'Took 1 photo out of its stack',
  ])
  catalog.changes.undo()
  catalog.changes.undo()
  arrange(catalog)
  expect(stacksOf(catalog, [...ids, late!])).toEqual([[...ids, late]])
  expect(catalog.photos.hasWork(b!)).toBe(false)
})

test('a stack survives a restart of the program', () => {
  const folder = tempFolder('catalog')
  const { catalog, shoot } = openWithShots(folder)
  const ids = shoot(0, 1, 2)
  arrange(catalog)
  catalog.changes.apply({ kind: 'stack', ids: ids.slice(1), stack: catalog.stacks.newNumber() })
  arrange(catalog)
  catalog.close()
  const again = openForTest(folder)
  expect(stacksOf(again, ids)).toEqual([ids.slice(1)])
  expect(again.stacks.hasDue()).toBe(false)
})

test('a list with folded stacks has one photo for each, and all photos of unfolded ones', () => {
  const { catalog, shoot } = openWithShots()
  const [a, b, c, d, e] = shoot(0, 1, 30, 60, 61)
  arrange(catalog)
  const open = { open: [] }
  const folded = () => catalog.search.fold(byDate, open)
  const stack = catalog.photos.tiles([a!])[0]!.stack!
  expect([...folded().ids]).toEqual([a, c, d])
  expect(folded().frames.get(stack)).toEqual({ count: 2, picked: 0, rejected: 0 })
  expect([...catalog.search.fold(byDate, { open: [stack] }).ids]).toEqual([a, b, c, d])
  expect([...catalog.search.fold({ ...byDate, sort: { by: 'takenAt', order: 'desc' } }, open).ids]).toEqual([e, c, b])
  expect([...catalog.search.run(byDate)]).toHaveLength(5)

  // The photo on top is the person's choice, or else their pick.
  catalog.changes.apply({ kind: 'pick', ids: [b!], pick: 1 })
  expect([...folded().ids]).toEqual([b, c, d])
  catalog.changes.apply({ kind: 'stack-top', ids: [e!], top: catalog.stacks.nextTop() })
  catalog.changes.apply({ kind: 'stack-top', ids: [a!], top: catalog.stacks.nextTop() })
  expect([...folded().ids]).toEqual([a, c, e])
  catalog.changes.undo()
  expect([...folded().ids]).toEqual([b, c, e])
  // Photos that do not match the query are not part of it.
  expect([...catalog.search.fold({ ...byDate, filter: { picks: [0] } }, open).ids]).toEqual([a, c, e])
  expect(catalog.search.fold({ ...byDate, filter: { picks: [0] } }, open).frames.get(stack)).toBeUndefined()
})

test('a rejected top photo stays on top, and the list says how many photos of a stack have a flag', () => {
  const { catalog, shoot } = openWithShots()
  const [a, b, c, d] = shoot(0, 1, 2, 30)
  arrange(catalog)
  const folded = () => catalog.search.fold(byDate, { open: [] })
  const stack = catalog.photos.tiles([a!])[0]!.stack!
  catalog.changes.apply({ kind: 'pick', ids: [a!], pick: -1 })
  expect([...folded().ids]).toEqual([a, d])
  expect(folded().frames.get(stack)).toEqual({ count: 3, picked: 0, rejected: 1 })
  catalog.changes.apply({ kind: 'pick', ids: [c!], pick: 1 })
  expect([...folded().ids]).toEqual([c, d])
  catalog.changes.apply({ kind: 'stack-top', ids: [c!], top: catalog.stacks.nextTop() })
  catalog.changes.apply({ kind: 'pick', ids: [b!, c!], pick: -1 })
  expect([...folded().ids]).toEqual([c, d])
  expect(folded().frames.get(stack)).toEqual({ count: 3, picked: 0, rejected: 3 })
})

test('progress counts each folded stack once, and the next undecided photo is found from any position', () => {
  const { catalog, shoot } = openWithShots()
  const [a, b, c, d, e, f] = shoot(0, 1, 30, 31, 60, 90)
  arrange(catalog)
  const { search, changes } = catalog
  const folds = { open: [] }
  const next = (after: number | null, stacks?: { open: number[] }, from = 0) =>
    search.nextOpen(byDate, { stacks, after, from })?.id ?? null
  const unmarked = { picked: 0, rejected: 0, pickedPhotos: 0, rejectedPhotos: 0 }
  expect(search.progress({})).toEqual({ stacks: 0, photos: 6, open: 6, ...unmarked })
  expect(search.progress({}, folds)).toEqual({ stacks: 2, photos: 2, open: 4, ...unmarked })

  // One rejected frame does not decide a stack; a picked one, or all rejected, do.
  changes.apply({ kind: 'pick', ids: [a!], pick: -1 })
  expect(search.progress({}, folds)).toMatchObject({ rejected: 0, open: 4, rejectedPhotos: 1 })
  expect([next(f!, folds), next(a!, folds), next(null, folds)]).toEqual([a, c, a])
  expect([next(f!), next(null)]).toEqual([b, b])
  changes.apply({ kind: 'pick', ids: [b!], pick: -1 })
  changes.apply({ kind: 'pick', ids: [d!, e!], pick: 1 })
  const marked = { pickedPhotos: 2, rejectedPhotos: 2 }
  expect(search.progress({}, folds)).toEqual({ stacks: 2, photos: 2, picked: 2, rejected: 1, open: 1, ...marked })
  expect(search.progress({})).toEqual({ stacks: 0, photos: 6, picked: 2, rejected: 2, open: 2, ...marked })
  const picked = { picked: 2, rejected: 0, open: 0, pickedPhotos: 2, rejectedPhotos: 0 }
  expect(search.progress({ picks: [1] }, folds)).toEqual({ stacks: 0, photos: 2, ...picked })
  expect([next(a!, folds), next(f!, folds)]).toEqual([f, f])
  const second = catalog.photos.tiles([c!])[0]!.stack!
  expect(next(null, { open: [second] })).toBe(f)
  expect(next(b!)).toBe(c)
  // The photo left the list: the search begins where it was.
  expect(search.nextOpen({ ...byDate, filter: { picks: [0] } }, { after: a!, from: 1 })).toEqual({ id: f, index: 1 })
  changes.apply({ kind: 'pick', ids: [f!], pick: -1 })
  expect(next(a!, folds)).toBeNull()
})

test('the days of a folded list count the photos shown', () => {
  const { catalog, shoot } = openWithShots()
  const midnight = 12 * 3600
  const [a] = shoot(midnight - 2, midnight - 1, midnight, midnight + 1, midnight + 60)
  arrange(catalog)
  const stack = catalog.photos.tiles([a!])[0]!.stack!
  const days = (open: number[]) => catalog.search.days({}, 'asc', { open }).map(({ count }) => count)
  expect(days([])).toEqual([1, 1])
  expect(days([stack])).toEqual([4, 1])
  expect(catalog.search.days({}, 'asc').map(({ count }) => count)).toEqual([2, 3])
})

test('frames of stacks are recognised by time, among single photos', () => {
  const { catalog, shoot } = openWithShots()
  const [late, early, alone] = shoot(1, 0, 30)
  arrange(catalog)
  expect(catalog.stacks.framesOf([late!])).toEqual([early, late])
  expect(catalog.stacks.framesOf([late!, alone!])).toEqual([early, late, alone])
  expect(catalog.stacks.framesFrom(late!)).toEqual([late])
})
