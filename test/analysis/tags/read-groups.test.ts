import { expect, test } from 'vitest'
import { readClasses, sumByConcept } from '../../../src-main/analysis/tags/read-classes.ts'
import { readGroups } from '../../../src-main/analysis/tags/read-groups.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const classesOf = (shares: Record<number, number>) =>
  sumByConcept(
    Float32Array.from({ length: 1000 }, (_, k) => shares[k] ?? 0),
    vocabulary,
  )
/** A lion, a leopard and a cougar. */
const cats = classesOf({ 291: 0.3, 288: 0.25, 286: 0.15 })
const chanceOf = (concept: string, beside: Partial<Parameters<typeof readGroups>[1]> = {}) =>
  readGroups(cats, { objects: [], scenes: {}, ...beside }, vocabulary).find((item) => item.concept === concept)
    ?.chance ?? 0

test('a lion, a leopard and a cougar that share the probability are a big cat', () => {
  expect(chanceOf('big-cat')).toBeGreaterThan(0.5)
  for (const { concept, chance } of readClasses(cats, [], vocabulary))
    if (['lion', 'leopard', 'cougar'].includes(concept)) expect(chance).toBeLessThan(0.4)
})

test('a broader group is at least as likely', () => {
  expect(chanceOf('feline')).toBeGreaterThanOrEqual(chanceOf('big-cat'))
  expect(chanceOf('animal')).toBeGreaterThanOrEqual(chanceOf('feline'))
})

test('a giraffe is not a big cat, but still an animal', () => {
  const giraffe = { objects: [{ concept: 'giraffe', chance: 0.95, origin: 'objects' as const }] }
  expect(chanceOf('big-cat', giraffe)).toBeLessThan(0.07)
  expect(chanceOf('animal', giraffe)).toBeGreaterThan(0.5)
})

test('no animal is named if the scene is certainly a wood, and less if there are people', () => {
  expect(chanceOf('animal', { scenes: { forest: 0.95 } })).toBeLessThan(0.1)
  const person = [{ concept: 'person', chance: 0.95, origin: 'objects' as const }]
  expect(chanceOf('animal', { objects: person })).toBeLessThan(0.4)
})

test('on a laid table nothing is an animal, and people before no street are no building', () => {
  const saw = (concept: string) => [{ concept, chance: 0.95, origin: 'objects' as const }]
  expect(chanceOf('animal', { objects: saw('dining-table') })).toBeLessThan(0.4)
  const shop = classesOf({ 860: 0.65 })
  const architecture = (beside: Parameters<typeof readGroups>[1]) =>
    readGroups(shop, beside, vocabulary).find(({ concept }) => concept === 'architecture')!.chance
  const street = { scenes: { street: 0.95 }, objects: saw('person') }
  expect(architecture({ objects: [], scenes: {} })).toBeGreaterThan(0.5)
  expect(architecture({ objects: saw('person'), scenes: {} })).toBeLessThan(0.4)
  expect(architecture(street)).toBeGreaterThan(0.5)
})

test('kinds known to the detector are left to it', () => {
  const dogs = readGroups(classesOf({ 265: 0.5, 266: 0.4 }), { objects: [], scenes: {} }, vocabulary)
  expect(dogs.map(({ concept }) => concept)).toContain('canine')
  expect(dogs.map(({ concept }) => concept)).not.toContain('poodle')
})
