import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { CategoryResult, type CategoryRecord } from '../../../src-main/contract/analysis/operations/categories.ts'
import { generalConcepts, generalHints, rateGeneral } from '../../../src-main/analysis/categories/rate-general.ts'
import type { CategorizersPort } from '../../../src-main/analysis/operations/ports.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture, packagePhotos } from '../../fixtures/pictures.ts'
import { errorOf, openOperations, openWithoutModels } from './open-operations.ts'

const shared = sharedPhotos()
const vocabulary = openVocabulary(resourcesDir)
const categorizers: CategorizersPort = {
  modelOf: () => 'centernet',
  list: () => [{ id: 'rooms', title: 'Rooms', labels: ['attic', 'cellar'] }],
  rate: () => [
    { name: 'attic', confidence: 20 },
    { name: 'cellar', confidence: 80 },
  ],
}

describe('rules of general_v3', () => {
  const rate = (evidence: Record<string, number>): [string, number][] =>
    rateGeneral(
      Object.entries(evidence).map(([concept, chance]) => ({ concept, chance, origin: 'objects' as const })),
      vocabulary,
    ).map(({ concept, confidence }) => [concept, Math.round(confidence)])

  test('name concepts of the vocabulary, each once', () => {
    expect([...generalConcepts, ...generalHints].filter((id) => !vocabulary.find(id))).toEqual([])
    expect(new Set(generalConcepts).size).toBe(generalConcepts.length)
  })

  test('a kind of a concept counts for it fully, a hint with its weight', () => {
    expect(rate({ dog: 0.8 })).toEqual([['animal', 80]])
    expect(rate({ 'stop-sign': 0.5 })).toEqual([
      ['sign', 50],
      ['street', 35],
    ])
    expect(rate({ cup: 0.5 })).toEqual([
      ['kitchenware', 50],
      ['drink', 18],
    ])
  })

  test('a hint counts less than a kind, with the strongest weight that applies', () => {
    expect(rate({ boat: 0.8 })).toEqual([
      ['vehicle', 80],
      ['water', 56],
    ])
    expect(rate({ 'traffic-light': 0.9 })).toEqual([
      ['street', 90],
      ['architecture', 27],
    ])
    expect(rate({ 'dining-table': 0.9 })).toEqual([
      ['furniture', 90],
      ['interior', 63],
      ['food', 36],
    ])
  })

  test('more evidence never lowers a category, and other things do not change it', () => {
    const ids = [...vocabulary.all()].map(({ id }) => id)
    const chance = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...ids), chance, { maxKeys: 6 }),
        fc.constantFrom(...ids),
        chance,
        (evidence, more, sure) => {
          const before = new Map(rate(evidence))
          const after = new Map(rate({ ...evidence, [more]: Math.max(sure, evidence[more] ?? 0) }))
          for (const [name, confidence] of before) expect(after.get(name)).toBeGreaterThanOrEqual(confidence)
        },
      ),
    )
  })

  test('several hints add up, and nothing is completely certain', () => {
    expect(rate({ cat: 0.9, dog: 0.9 })).toEqual([['animal', 93]])
    expect(rate({ cat: 1, horse: 1, dog: 1, bird: 1 })[0]![1]).toBeLessThanOrEqual(100)
    expect(rate({})).toEqual([])
  })
})

describe('categories', () => {
  const operations = openOperations({ categorizers })
  afterAll(() => operations.close())
  const path = shared ? join(shared, 'coco128/images/000000000061.jpg') : packagePhotos()[0]!
  const names = (list: readonly CategoryRecord[]) => list.map(({ name }) => name['en'])

  test.each(['general_v3', 'personal_photos', 'nsfw_beta'])(
    '%s: sorted, of its labels, named in each language',
    { tags: 'night' },
    async (id) => {
      const picture = await operations.open(path)
      const { categories } = CategoryResult.parse(await operations.categories(picture, id, { language: 'en,de' }))
      const listed = (await operations.categorizers()).find((each) => each.id === id)!
      expect(categories.length).toBeGreaterThan(0)
      expect(categories.map(({ confidence }) => confidence)).toEqual(
        categories.map(({ confidence }) => confidence).sort((a, b) => b - a),
      )
      expect(names(categories).every((name) => listed.labels.includes(name!))).toBe(true)
      expect(categories.every(({ name }) => name['de'] !== '' && Object.keys(name).length === 2)).toBe(true)
    },
  )

  test('nsfw_beta sums to 100 and finds ordinary pictures safe', { tags: 'night' }, async () => {
    // The packages' photos show bare skin, so a drawn picture is used if there are no others.
    const ordinary = await operations.open(shared ? path : await drawPicture())
    const { categories } = await operations.categories(ordinary, 'nsfw_beta')
    expect(names(categories)[0]).toBe('safe')
    expect(categories.reduce((sum, { confidence }) => sum + confidence, 0)).toBeCloseTo(100, 5)
  })

  test.skipIf(shared === null)(
    'an elephant with people: animal and person lead general_v3',
    { tags: 'night' },
    async () => {
      const { categories } = await operations.categories(await operations.open(path), 'general_v3')
      expect(names(categories).slice(0, 2).sort()).toEqual(['animal', 'person'])
    },
  )

  test('trained categorizers are listed and usable; unknown ones are refused with the known ids', async () => {
    const picture = await operations.open(path)
    expect((await operations.categorizers()).map(({ id }) => id)).toEqual([
      'general_v3',
      'personal_photos',
      'nsfw_beta',
      'rooms',
    ])
    expect(names((await operations.categories(picture, 'rooms')).categories)).toEqual(['cellar', 'attic'])
    for (const work of [() => operations.categories(picture, 'x/é'), () => operations.checkCategorizer('x/é')])
      expect((await errorOf(work)).message).toMatch(/"x\/é"\. Known: general_v3, personal_photos, nsfw_beta, rooms\.$/)
  })
})

test('without its model nsfw_beta is refused: nothing is called safe unseen', async () => {
  const operations = openWithoutModels()
  const picture = await operations.open(await drawPicture())
  expect((await errorOf(() => operations.categories(picture, 'nsfw_beta'))).code).toBe('not-supported-here')
  expect(
    (await operations.categories(picture, 'personal_photos')).categories.every(({ confidence }) => confidence <= 100),
  ).toBe(true)
})
