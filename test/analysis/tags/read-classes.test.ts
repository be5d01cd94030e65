import { describe, expect, test } from 'vitest'
import { showAs } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { readClasses, sumByConcept } from '../../../src-main/analysis/tags/read-classes.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const saw = (concept: string, chance: number) => ({ concept, chance, origin: 'objects' as const })

describe('additions of the classifier', () => {
  const classes = (shares: Record<number, number>) =>
    sumByConcept(
      Float32Array.from({ length: 1000 }, (_, k) => shares[k] ?? 0),
      vocabulary,
    )

  test('a breed of a detected dog', () => {
    const found = readClasses(classes({ 207: 0.9 }), [saw('dog', 0.95)], vocabulary)
    expect(found.map(({ concept }) => concept)).toEqual(['golden-retriever'])
    expect(found[0]!.chance).toBeLessThan(0.95)
  })

  test('no breed of a dog that is not there', () => {
    expect(readClasses(classes({ 207: 0.6 }), [saw('person', 0.95)], vocabulary)).toEqual([])
  })

  test('a type of a thing is less certain than a breed', () => {
    const breed = readClasses(classes({ 207: 0.9 }), [saw('dog', 0.95)], vocabulary)[0]!
    const type = readClasses(classes({ 665: 0.9 }), [saw('motorcycle', 0.95)], vocabulary)[0]!
    expect(type.concept).toBe('moped')
    expect(type.chance).toBeLessThan(0.47)
    expect(breed.chance).toBeGreaterThan(0.7)
  })

  test('several breeds of one kind are that kind', () => {
    const found = readClasses(classes({ 265: 0.4, 266: 0.3, 267: 0.25 }), [saw('dog', 0.95)], vocabulary)
    expect(found.map(({ concept }) => concept)).toEqual(['poodle'])
  })

  test('no big cat if the detector is certain of a giraffe, which the classifier does not know', () => {
    const jaguar = classes({ 290: 0.9 })
    const chanceWith = (giraffe: number) =>
      readClasses(jaguar, [saw('giraffe', giraffe)], vocabulary).find(({ concept }) => concept === 'jaguar')!.chance
    expect(chanceWith(0.99)).toBeLessThan(0.05)
    expect(chanceWith(0.05)).toBeGreaterThan(0.5)
  })

  test("the classifier's word alone is shown from a share of 0.7 on", () => {
    const shownAt = (share: number) => showAs(readClasses(classes({ 309: share }), [], vocabulary)[0]!.chance)
    expect(shownAt(0.69)).toBeLessThan(0.2)
    expect(shownAt(0.71)).toBeGreaterThan(0.2)
    expect(shownAt(0.95)).toBeGreaterThan(0.7)
  })
})
