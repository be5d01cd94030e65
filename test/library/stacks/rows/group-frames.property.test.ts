import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Frame, groupFrames, MAX_GAP_MS } from '../../../../src-main/library/stacks/rows/group-frames.ts'

/** Frames of two cameras within half a minute; `scene` says what they show. */
type Shown = Frame & { scene: number }
const shown: fc.Arbitrary<Shown[]> = fc
  .array(
    fc.record({
      camera: fc.constantFrom('a', 'b'),
      takenMs: fc.integer({ min: 0, max: 30_000 }),
      openMs: fc.constantFrom(0, 10, 3000),
      exposure: fc.constantFrom(null, 0, 1, 2),
      light: fc.constantFrom(null, 0, 1, 2),
      person: fc.constantFrom('free' as const, 'free' as const, 'free' as const, 'alone' as const, 'taken' as const),
      scene: fc.integer({ min: 0, max: 1 }),
    }),
    { maxLength: 40 },
  )
  .map((frames) => frames.map((frame, i) => ({ ...frame, id: i + 1 })))
const sceneOf = (frame: Frame) => (frame as Shown).scene
const isAlike = (a: Frame, b: Frame) => sceneOf(a) === sceneOf(b)
const group = (frames: readonly Frame[]) => groupFrames(frames, isAlike)

test('every photo is in at most one stack, with photos of its camera that show the same right before or after', () => {
  fc.assert(
    fc.property(shown, (frames) => {
      const groups = group(frames)
      const ids = groups.flatMap((each) => each.ids)
      expect(new Set(ids).size).toBe(ids.length)
      const byId = new Map(frames.map((frame) => [frame.id, frame]))
      for (const { ids: members } of groups) {
        expect(members.length).toBeGreaterThan(1)
        const own = members.map((id) => byId.get(id)!)
        expect(new Set(own.map(({ camera }) => camera)).size).toBe(1)
        expect(new Set(own.map(({ scene }) => scene)).size).toBe(1)
        expect(own.every(({ person }) => person === 'free')).toBe(true)
        expect(own.map(({ takenMs }) => takenMs)).toEqual(own.map(({ takenMs }) => takenMs).toSorted((a, b) => a - b))
      }
    }),
  )
})

test('the order of arrival makes no difference', () => {
  fc.assert(
    fc.property(shown, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (frames, random) => {
      const shuffled = frames
        .map((frame) => ({ frame, at: random.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ frame }) => frame)
      expect(group(shuffled)).toEqual(group(frames))
    }),
  )
})

test('photos beyond the longest gap change nothing: stacks of parts equal those of all photos', () => {
  fc.assert(
    fc.property(shown, shown, (early, late) => {
      const away = 30_000 + 3000 + MAX_GAP_MS + 1
      const moved = late.map((frame) => ({ ...frame, id: frame.id + 100, takenMs: frame.takenMs + away }))
      const whole = group([...early, ...moved])
      const parts = [...group(early), ...group(moved)]
      const inOrder = (groups: typeof whole) => groups.toSorted((a, b) => a.ids[0]! - b.ids[0]!)
      expect(inOrder(whole)).toEqual(inOrder(parts))
    }),
  )
})

const frame = (id: number, seconds: number, more: Partial<Frame> = {}): Frame => ({
  id,
  camera: 'a',
  takenMs: seconds * 1000,
  openMs: 10,
  exposure: 0,
  light: null,
  person: 'free',
  ...more,
})
const same = () => true

test('a pause ends a stack, and so does another scene', () => {
  expect(groupFrames([frame(1, 0), frame(2, 1), frame(3, 3), frame(4, 5.2), frame(5, 6)], same)).toEqual([
    { kind: 'burst', ids: [1, 2, 3] },
    { kind: 'burst', ids: [4, 5] },
  ])
  expect(groupFrames([frame(1, 0), frame(2, 1), frame(3, 2), frame(4, 2)], (a, b) => a.id !== 2 || b.id !== 3)).toEqual(
    [
      { kind: 'burst', ids: [1, 2] },
      { kind: 'burst', ids: [3, 4] },
    ],
  )
})

test('frames with different exposures are a bracket, and each repetition is a separate one', () => {
  const bracket = [0, -2, 2, 0, -2, 2].map((exposure, i) => frame(i + 1, i / 2, { exposure }))
  expect(groupFrames(bracket, same)).toEqual([
    { kind: 'bracket', ids: [1, 2, 3] },
    { kind: 'bracket', ids: [4, 5, 6] },
  ])
  // An exposure that follows the light is not a bracket, nor are two frames.
  const drift = [0, 0.3, 0.6, 0.3].map((exposure, i) => frame(i + 1, i / 2, { exposure }))
  expect(groupFrames(drift, same)).toEqual([{ kind: 'burst', ids: [1, 2, 3, 4] }])
  expect(groupFrames(bracket.slice(0, 2), same)).toEqual([{ kind: 'burst', ids: [1, 2] }])
})

test("a bracket's long exposures at night do not split it", () => {
  const night = [
    frame(1, 0, { exposure: 0, openMs: 4000 }),
    frame(2, 5, { exposure: 2, openMs: 16_000 }),
    frame(3, 22, { exposure: -2, openMs: 1000 }),
  ]
  expect(groupFrames(night, same)).toEqual([{ kind: 'bracket', ids: [1, 2, 3] }])
})

test('a photo that the person removed splits nothing; one that they stacked elsewhere does', () => {
  const frames = (person: Frame['person']) => [frame(1, 0), frame(2, 1.5, { person }), frame(3, 3), frame(4, 4)]
  expect(groupFrames(frames('alone'), same)).toEqual([{ kind: 'burst', ids: [1, 3, 4] }])
  expect(groupFrames(frames('taken'), same)).toEqual([{ kind: 'burst', ids: [3, 4] }])
})
