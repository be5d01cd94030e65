import { expect, test } from 'vitest'
import type { PhotoTile } from '../../../src-main/contract/library/photo.ts'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { EventHub } from '../../../src-main/library/events/event-hub.ts'
import { PersonChanges } from '../../../src-main/library/history/person-changes.ts'
import { reviewStacks, takeBestFrames } from '../../../src-main/library/stacks/take-best-frames.ts'
import { fingerprints, saveFound } from '../catalog/library.ts'
import { arrange, openWithShots } from './rows/library-of-shots.ts'

const exposure = { shadows: 0, highlights: 0, middle: 0.4 }

/** A library of bursts of frames with these marks (null: not analysed), a bracket, and a single photo. */
function openBursts(...bursts: (number | null)[][]) {
  const { catalog, shoot } = openWithShots()
  catalog.analysis.setSteps(fingerprints('v1', ['sharpness']))
  const measure = (id: number, subject: number | null) => {
    if (subject !== null) saveFound(catalog, id, { sharpness: { subject, faces: [], exposure } }, ['sharpness'])
  }
  const frames = bursts.map((marks, burst) => {
    const ids = shoot(...marks.map((_, at) => burst * 60 + at * 0.5))
    ids.forEach((id, at) => measure(id, marks[at]!))
    return ids
  })
  const steps = [1 / 100, 1 / 400, 1 / 25]
  const bracket = shoot(...steps.map((exposureTime, at) => ({ at: 2000 + at, exposureTime, aperture: 8, iso: 100 })))
  bracket.forEach((id, at) => measure(id, [40, 45, 90][at]!))
  const [single] = shoot(3000)
  measure(single!, 50)
  arrange(catalog)
  const hub = new EventHub()
  const dependencies = {
    catalog,
    changes: new PersonChanges({
      catalog,
      hub,
      beforeRisky: async () => undefined,
      onFoldersChanged: () => undefined,
      onClassifierChanged: () => undefined,
      onWritingChanged: () => undefined,
      putBack: async () => expect.fail('no file is put back'),
      undoExport: async () => expect.fail('no export is undone'),
    }),
    privacy: { shown: <Photo>(photos: readonly Photo[]) => [...photos], requireShown: () => undefined },
  }
  const all = [...frames.flat(), ...bracket, single!]
  const picksOf = (ids: readonly number[]) => catalog.photos.tiles(ids).map(({ pick }) => pick)
  return { catalog, dependencies, frames, bracket, all, picksOf, review: () => reviewStacks(dependencies, all) }
}

test('a review has doubtful bursts first, and no sets, single photos or decided bursts', async () => {
  const { catalog, frames, review } = openBursts([40, 90, 45], [60, 61], [50, 62, 80], [40, 80])
  const [clear, alike, close, decided] = frames as [number[], number[], number[], number[]]
  catalog.changes.apply({ kind: 'pick', ids: [decided[0]!], pick: 1 })
  expect(await review()).toEqual({
    bursts: [
      { stack: expect.any(Number), frames: alike, best: alike[1], next: alike[0], reasons: [] },
      { stack: expect.any(Number), frames: close, best: close[2], next: close[1], reasons: ['subject-sharper'] },
      { stack: expect.any(Number), frames: clear, best: clear[1], next: clear[2], reasons: ['subject-sharper'] },
    ],
    sets: 1,
    waiting: 0,
    decided: 1,
  })
  // A rejected frame does not return; a burst with one frame left is decided.
  catalog.changes.apply({ kind: 'pick', ids: [close[2]!, alike[0]!], pick: -1 })
  const { bursts, decided: count } = await review()
  expect(bursts.map(({ best, frames: left }) => [best, left.length])).toEqual([
    [close[1], 2],
    [clear[1], 3],
  ])
  expect(count).toBe(2)
})

test('while a frame is not analysed, its burst waits', async () => {
  const { review, frames } = openBursts([40, null], [40, 80])
  expect(await review()).toMatchObject({ bursts: [{ best: frames[1]![1] }], waiting: 1 })
})

test('taking the best picks and rejects in one change, keeps flags and sets, and one undo reverts it', async () => {
  const { catalog, dependencies, frames, bracket, all, picksOf } = openBursts([40, 90, 45], [50, 62, 80])
  const [first, second] = frames as [number[], number[]]
  catalog.changes.apply({ kind: 'pick', ids: [second[0]!], pick: 1 })
  const before = catalog.photos.tiles(all)
  const ids = [first[1]!, second[2]!, bracket[0]!]
  const { sentence, count } = await takeBestFrames(dependencies, { ids, rest: 'reject' })
  expect(inEnglish(sentence)).toBe('Picked the best frame of 2 bursts and rejected 3 photos; in no burst: 1 photo')
  expect(count).toBe(5)
  expect([picksOf(first), picksOf(second), picksOf(bracket)]).toEqual([
    [-1, 1, -1],
    [1, -1, 1],
    [0, 0, 0],
  ])
  const byDate = { filter: {}, sort: { by: 'takenAt', order: 'asc' } } as const
  expect([...catalog.search.fold(byDate, { open: [] }).ids].slice(0, 2)).toEqual([first[1], second[2]])
  await dependencies.changes.undo()
  expect(catalog.photos.tiles(all)).toEqual(before)
  expect([...catalog.search.fold(byDate, { open: [] }).ids].slice(0, 2)).toEqual([first[0], second[0]])
})

test('a frame that joined its burst after the review is not rejected: nobody has seen it', async () => {
  const { catalog, dependencies, frames, picksOf, review } = openBursts([40, 90, 45], [50, 80])
  const [first, second] = frames as [number[], number[]]
  const late = first.pop()!
  catalog.changes.apply({ kind: 'stack', ids: [late], stack: 0 })
  const reviewed = (await review()).bursts.flatMap((burst) => burst.frames)
  await dependencies.changes.undo()
  await takeBestFrames(dependencies, { ids: [first[1]!, second[1]!], rest: 'reject', reviewed })
  expect([picksOf([...first, late]), picksOf(second)]).toEqual([
    [-1, 1, 0],
    [-1, 1],
  ])
})

test('bursts whose chosen frame, or all others, left the library after the review stay as they are', async () => {
  const { catalog, dependencies, frames, picksOf, review } = openBursts(
    [40, 90, 45],
    [50, 80, 60],
    [40, 70, 60],
    [4, 90],
  )
  const [whole, beheaded, halved, alone] = frames as [number[], number[], number[], number[]]
  const reviewed = (await review()).bursts.flatMap((burst) => burst.frames)
  const gone = [beheaded[1]!, halved[0]!, alone[0]!]
  catalog.changes.apply({ kind: 'trash-photos', ids: gone, files: [] })
  const ids = [whole[1]!, beheaded[1]!, halved[1]!, alone[1]!, 999_999]
  const { sentence } = await takeBestFrames(dependencies, { ids, rest: 'reject', answered: [beheaded[1]!], reviewed })
  expect(picksOf(whole)).toEqual([-1, 1, -1])
  expect(picksOf(halved.slice(1))).toEqual([1, -1])
  expect(picksOf([beheaded[0]!, beheaded[2]!, alone[1]!])).toEqual([0, 0, 0])
  expect(inEnglish(sentence)).toBe('Picked the best frame of 2 bursts and rejected 3 photos; in no burst: 3 photos')
  catalog.changes.undo(catalog.changes.history(9).find(({ change }) => change.kind === 'trash-photos')!.id)
  expect(picksOf(beheaded)).toEqual([0, 0, 0])
})

test('a hidden frame is left out like one that is gone', async () => {
  const { dependencies, frames, picksOf } = openBursts([40, 90], [50, 80])
  const [hidden, seen] = frames as [number[], number[]]
  const privacy = {
    shown: <Photo>(photos: readonly Photo[]) => photos.filter((photo) => (photo as PhotoTile).id !== hidden[1]),
    requireShown: (ids: Iterable<number>) => expect([...ids]).not.toContain(hidden[1]),
  }
  await takeBestFrames({ ...dependencies, privacy }, { ids: [hidden[1]!, seen[1]!], rest: 'reject' })
  expect([picksOf(hidden), picksOf(seen)]).toEqual([
    [0, 0],
    [-1, 1],
  ])
})

test('the other frames may simply be folded away; a bracket or single photo has nothing to take', async () => {
  const { dependencies, frames, bracket, picksOf } = openBursts([40, 90, 45])
  const { sentence } = await takeBestFrames(dependencies, { ids: [frames[0]![1]!], rest: 'fold' })
  expect(inEnglish(sentence)).toBe('Picked the best frame of 1 burst')
  expect(picksOf(frames[0]!)).toEqual([0, 1, 0])
  await expect(takeBestFrames(dependencies, { ids: bracket, rest: 'reject' })).rejects.toThrow('No frame')
})
