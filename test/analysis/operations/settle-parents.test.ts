import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FoundTag } from '../../../src-main/contract/analysis/tag.ts'
import { settleParents } from '../../../src-main/analysis/operations/settle-parents.ts'

const tag = (concept: string, confidence: number, parents: string[] = [], origin = 'objects'): FoundTag => ({
  concept,
  name: concept,
  confidence,
  origin,
  parents,
})
const shown = (tags: readonly FoundTag[]) => tags.map(({ concept, confidence }) => `${concept} ${confidence}`)

test('parents of the main object end below it, even with their own evidence', () => {
  const tags = [
    tag('canine', 97, ['animal'], 'classifier'),
    tag('dog', 90, ['canine', 'animal']),
    tag('animal', 88, [], 'parents'),
    tag('person', 85),
  ]
  expect(shown(settleParents(tags, true))).toEqual(['dog 90', 'person 85', 'canine 81', 'animal 81'])
})

test('otherwise a parent is as certain as the most certain of its kinds, and follows it', () => {
  const tags = [
    tag('dog', 90, ['canine', 'animal']),
    tag('canine', 81, ['animal'], 'parents'),
    tag('cat', 40, ['animal']),
    tag('animal', 73, [], 'parents'),
  ]
  expect(shown(settleParents(tags, false))).toEqual(['dog 90', 'canine 90', 'animal 90', 'cat 40'])
})

test('a tag too uncertain to be shown stays hidden when its kinds are there, and is as certain as they are', () => {
  const tags = [
    { ...tag('cat', 36, ['feline', 'animal']), keptAs: 19 },
    { ...tag('feline', 32, ['animal'], 'parents'), keptAs: 18.5 },
    { ...tag('animal', 24, [], 'parents'), keptAs: 18 },
  ]
  expect(settleParents(tags, false).map(({ confidence, keptAs }) => [confidence, keptAs])).toEqual([
    [36, 19],
    [36, 19],
    [36, 19],
  ])
  const shownWith = settleParents([...tags, tag('dog', 55, ['animal'])], false)
  expect(shownWith.find(({ concept }) => concept === 'animal')).toEqual(tag('animal', 55, [], 'parents'))
})

test('an object that is not shown is never the main one if another is shown', () => {
  const tags = [
    { ...tag('plant', 70, ['organism'], 'scene'), keptAs: 19 },
    tag('dog', 40, ['animal']),
    tag('animal', 38, [], 'parents'),
  ]
  expect(shown(settleParents(tags, true))).toEqual(['plant 70', 'dog 40', 'animal 36'])
})

test('a photo without objects stays unchanged', () => {
  expect(shown(settleParents([tag('blue', 60, [], 'colors'), tag('night', 50, [], 'kind')], true))).toEqual([
    'blue 60',
    'night 50',
  ])
  expect(settleParents([], true)).toEqual([])
})

test('sorted, above 7 and none added, whatever the tags', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const anyTag = fc.record({ k: fc.nat(4), confidence: fc.double({ min: 7.01, max: 100, noNaN: true }) })
  fc.assert(
    fc.property(fc.uniqueArray(anyTag, { selector: ({ k }) => k }), fc.boolean(), (list, isDecreased) => {
      const tags = list.map(({ k, confidence }) => tag(names[k]!, confidence, names.slice(k + 1)))
      const settled = settleParents(tags, isDecreased)
      const confidences = settled.map(({ confidence }) => confidence)
      expect(confidences).toEqual([...confidences].sort((x, y) => y - x))
      expect(confidences.every((confidence) => confidence > 7 && confidence <= 100)).toBe(true)
      expect(settled.every(({ concept }) => tags.some((each) => each.concept === concept))).toBe(true)
    }),
  )
})
