import { describe, expect, test } from 'vitest'
import {
  personalCategories,
  personalConcepts,
  ratePersonal,
  type PersonalEvidence,
} from '../../../src-main/analysis/categories/rate-personal.ts'
import { readPixels } from '../../../src-main/analysis/tags/pixel-statistics.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)

describe('personal_photos', () => {
  const statistics = readPixels({ width: 8, height: 8, data: new Uint8Array(192).fill(90) })
  const view = (concepts: Record<string, number>, scenes: Record<string, number> = {}): PersonalEvidence => {
    const evidence = Object.entries(concepts).map(([concept, chance]) => ({
      concept,
      chance,
      origin: 'objects' as const,
    }))
    return { evidence, scenes, faces: [], statistics, width: 100, height: 100, areas: new Map() }
  }
  const best = (concepts: Record<string, number>, scenes?: Record<string, number>) =>
    ratePersonal(view(concepts, scenes), vocabulary)[0]?.name

  test('has the thirteen categories', () => {
    expect(personalCategories).toEqual([
      'interior objects',
      'nature landscape',
      'beaches seaside',
      'events parties',
      'food drinks',
      'paintings art',
      'pets animals',
      'text visuals',
      'sunrises sunsets',
      'cars vehicles',
      'macro flowers',
      'streetview architecture',
      'people portraits',
    ])
  })

  test.each([
    [{ pizza: 0.9, 'dining-table': 0.6 }, 'food drinks'],
    [{ chihuahua: 0.8 }, 'pets animals'],
    [{ daisy: 0.8, bee: 0.4 }, 'macro flowers'],
    [{ couch: 0.9, lamp: 0.5 }, 'interior objects'],
    [{ person: 0.99, portrait: 0.9 }, 'people portraits'],
    [{ motorcycle: 0.9 }, 'cars vehicles'],
    [{ document: 0.75 }, 'text visuals'],
    [{ beach: 0.8, person: 0.6 }, 'beaches seaside'],
  ])('%o is %s', (concepts, name) => expect(best(concepts as unknown as Record<string, number>)).toBe(name))

  test('scenes count', () => {
    expect(best({}, { forest: 0.95 })).toBe('nature landscape')
    expect(best({}, { street: 0.9 })).toBe('streetview architecture')
  })

  const confidenceOf = (name: string, photo: PersonalEvidence) =>
    ratePersonal(photo, vocabulary).find((category) => category.name === name)?.confidence ?? 0

  test('tiny cars do not make a photo of cars, and boats do not either', () => {
    const cars = (share: number) =>
      confidenceOf('cars vehicles', { ...view({ car: 0.95 }), areas: new Map([['car', share]]) })
    expect(cars(0.3)).toBeGreaterThan(90)
    expect(cars(0.01)).toBeLessThan(20)
    expect(confidenceOf('cars vehicles', view({ boat: 0.95, ship: 0.8 }))).toBe(0)
  })

  test('furniture outdoors makes no interior', () => {
    expect(confidenceOf('interior objects', view({ chair: 0.95 }))).toBeGreaterThan(80)
    expect(confidenceOf('interior objects', view({ chair: 0.95, car: 0.9 }))).toBeLessThan(50)
  })

  test('a photo without anything known is in no category', () => expect(ratePersonal(view({}), vocabulary)).toEqual([]))

  test('rules refer only to concepts of the vocabulary', () => {
    expect(personalConcepts.filter((id) => !vocabulary.find(id))).toEqual([])
  })
})
