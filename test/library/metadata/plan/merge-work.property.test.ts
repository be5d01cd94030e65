import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueFields } from '../../../../src-main/contract/library/metadata-writing.ts'
import { type TextField, textFields } from '../../../../src-main/contract/library/text-fields.ts'
import { mergeWork } from '../../../../src-main/library/metadata/plan/merge-work.ts'
import {
  isSameValue,
  nothingWritten,
  type Base,
  type PersonWork,
  type TargetContent,
  type Value,
  type Written,
} from '../../../../src-main/library/metadata/plan/work.ts'

const words = ['a', 'b', 'c', 'd'] as const
const nothingGiven = Object.fromEntries(valueFields.map((field) => [field, null])) as TargetContent['values']
const set: fc.Arbitrary<string[]> = fc.subarray([...words])
const rating = fc.constantFrom<Value>(null, 0, 1, 2, 3)
const text = fc.constantFrom<Value>(null, 'x', 'y', 'z')
const texts = {
  label: text,
  ...(Object.fromEntries(textFields.map((field) => [field, text])) as Record<TextField, typeof text>),
}
const takenAt = fc.constantFrom<Value>(null, '2001-02-03T04:05:06', '2001-02-03T04:05:06.7+02:00', '2010-01-01')
const orientation = fc.constantFrom<Value>(null, 1, 6, 8)
const position = fc.constantFrom<Value>(null, '48.2,16.3', '48.2,16.3,171', '-33.9,18.4')
const crop = fc.constantFrom<Value>(null, '', '0.1,0.2,0.9,0.8,0', '0.1,0.2,0.9,0.8,3.5')
const values = fc.record({
  rating,
  pick: fc.constantFrom<Value>(null, -1, 1),
  ...texts,
  takenAt,
  orientation,
  crop,
  position,
})
const content: fc.Arbitrary<TargetContent> = fc.record({ values, keywords: fc.option(set) })
const work: fc.Arbitrary<PersonWork> = fc
  .record({
    values: values.chain((all) =>
      fc.subarray([...valueFields]).map((fields) => Object.fromEntries(fields.map((field) => [field, all[field]]))),
    ),
    added: set,
    removed: set,
  })
  .map(({ removed, ...rest }) => ({ ...rest, removed: removed.filter((word) => !rest.added.includes(word)) }))

/** What the library reads of a photo whose target has this content and was never written. */
const baseOf = ({ values: all, keywords }: TargetContent): Base => ({ values: { ...all }, keywords: keywords ?? [] })

/** The target after a merge has written to it. */
function write(target: TargetContent, merge: ReturnType<typeof mergeWork>): TargetContent {
  return { values: { ...target.values, ...merge.values }, keywords: merge.keywords ?? target.keywords }
}

const sameWords = (a: readonly string[] | null, b: readonly string[] | null) =>
  expect([...(a ?? [])].toSorted()).toEqual([...(b ?? [])].toSorted())

function expectSame(a: TargetContent, b: TargetContent) {
  for (const field of valueFields) expect(isSameValue(field, a.values[field], b.values[field]), field).toBe(true)
  sameWords(a.keywords, b.keywords)
}

describe('nobody else writes', () => {
  test("the target has the person's values, and the rest stays", () => {
    fc.assert(
      fc.property(content, work, (target, given) => {
        const merge = mergeWork({ work: given, written: nothingWritten(), target: target, base: baseOf(target) })
        const after = write(target, merge)
        for (const field of valueFields) {
          const wanted = field in given.values ? given.values[field] : target.values[field]
          expect(isSameValue(field, after.values[field], wanted), field).toBe(true)
        }
        const wanted = new Set(
          [...(target.keywords ?? []), ...given.added].filter((word) => !given.removed.includes(word)),
        )
        sameWords(after.keywords, [...wanted])
        expect(merge.conflicts).toEqual([])
      }),
    )
  })

  test('a second merge writes nothing; without work the target is unchanged', () => {
    fc.assert(
      fc.property(content, work, work, (target, first, second) => {
        const base = baseOf(target)
        let [state, written]: [TargetContent, Written] = [target, nothingWritten()]
        for (const given of [first, first, second, { values: {}, added: [], removed: [] }]) {
          const merge = mergeWork({ work: given, written, target: state, base })
          state = write(state, merge)
          written = merge.written
          const again = mergeWork({ work: given, written, target: state, base })
          expect({ values: again.values, keywords: again.keywords, conflicts: again.conflicts }).toEqual({
            values: {},
            keywords: null,
            conflicts: [],
          })
          expect(again.written).toEqual(written)
        }
        expectSame(state, target)
        expect(written).toEqual(nothingWritten())
      }),
    )
  })
})

describe('another program writes as well', () => {
  test('its own changes stay; fields that both changed differently are conflicts and are not written', () => {
    fc.assert(
      fc.property(content, work, values, (target, given, foreign) => {
        const base = baseOf(target)
        const theirs = { values: foreign, keywords: target.keywords }
        const merge = mergeWork({ work: given, written: nothingWritten(), target: theirs, base })
        for (const field of valueFields) {
          // An empty crop is a wish; other empty fields mean nothing.
          const isGiven = field === 'crop' ? foreign.crop !== null : !isSameValue(field, foreign[field], null)
          const changed = isGiven && !isSameValue(field, foreign[field], target.values[field])
          const isDisputed =
            field in given.values && changed && !isSameValue(field, given.values[field], foreign[field])
          expect(
            merge.conflicts.some((conflict) => conflict.field === field),
            field,
          ).toBe(isDisputed)
          if (isDisputed || !(field in given.values)) expect(merge.values).not.toHaveProperty(field)
        }
      }),
    )
  })

  test('keywords are merged as sets against the last written ones', () => {
    fc.assert(
      fc.property(content, work, set, set, (target, given, more, less) => {
        const base = baseOf(target)
        const first = mergeWork({ work: given, written: nothingWritten(), target: target, base })
        const state = write(target, first)
        const theirs = [...new Set([...(state.keywords ?? []), ...more])].filter((word) => !less.includes(word))
        fc.pre(theirs.length > 0)
        const merge = mergeWork({ work: given, written: first.written, target: { ...state, keywords: theirs }, base })
        const dropped = [...merge.adopted.droppedAdded, ...merge.adopted.droppedRemoved]
        const own = {
          ...given,
          added: given.added.filter((word) => !dropped.includes(word)),
          removed: given.removed.filter((word) => !dropped.includes(word)),
        }
        const wanted = new Set([...theirs, ...own.added].filter((word) => !own.removed.includes(word)))
        sameWords(merge.keywords ?? theirs, [...wanted])
        for (const word of merge.adopted.droppedAdded) expect(first.written.added).toContain(word)
        for (const word of merge.adopted.droppedRemoved) expect(first.written.removed).toContain(word)
      }),
    )
  })

  test('a value it changed after Lumafold wrote is accepted; one it dropped is asked about', () => {
    const target: TargetContent = {
      values: nothingGiven,
      keywords: null,
    }
    const given: PersonWork = { values: { rating: 4 }, added: [], removed: [] }
    const { written } = mergeWork({ work: given, written: nothingWritten(), target: target, base: baseOf(target) })
    const after = (stars: Value) =>
      mergeWork({
        work: given,
        written,
        target: { ...target, values: { ...target.values, rating: stars } },
        base: baseOf(target),
      })
    expect(after(2)).toMatchObject({ values: {}, adopted: { values: { rating: 2 } }, conflicts: [] })
    expect(after(null)).toMatchObject({
      values: {},
      adopted: { values: {} },
      conflicts: [{ field: 'rating', ours: 4, theirs: null }],
    })
  })

  test('a missing keyword list is asked about', () => {
    const target: TargetContent = {
      values: nothingGiven,
      keywords: ['x'],
    }
    const given: PersonWork = { values: {}, added: ['a'], removed: [] }
    const { written } = mergeWork({ work: given, written: nothingWritten(), target: target, base: baseOf(target) })
    const merge = mergeWork({ work: given, written, target: { ...target, keywords: null }, base: baseOf(target) })
    expect(merge).toMatchObject({
      keywords: null,
      written,
      conflicts: [{ field: 'keywords', ours: ['a'], theirs: [] }],
    })
  })
})
