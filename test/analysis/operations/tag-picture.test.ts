import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TagResult } from '../../../src-main/contract/analysis/operations/tags.ts'
import type { AnalysedPicture } from '../../../src-main/analysis/operations/analysed-picture.ts'
import type { FeedbackPort, TaggersPort } from '../../../src-main/analysis/operations/ports.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { packagePhotos } from '../../fixtures/pictures.ts'
import { errorOf, openOperations, openWithoutModels } from './open-operations.ts'

const shared = sharedPhotos()

const taggers: TaggersPort = {
  modelOf: (id) => (id === 'family' ? 'centernet' : null),
  tag: (_id, { vector }) => [
    { name: 'grandma', confidence: vector.length > 0 ? 88.1234 : 0 },
    { name: 'Dog', confidence: 50 },
    { name: 'weak', confidence: 6 },
  ],
}
const feedback: FeedbackPort = {
  use: (tags, _picture, index) => [
    ...tags.map((tag) => ({ ...tag, confidence: tag.confidence * 0.9 })),
    { name: index, confidence: 99 },
  ],
  accept: ({ tags }, index) => `${index}:${tags.length}`,
}

describe('tags of a real photo', () => {
  const path = shared ? join(shared, 'coco128/images/000000000061.jpg') : packagePhotos()[0]!
  let operations: ReturnType<typeof openOperations>
  let picture: AnalysedPicture
  beforeAll(async () => {
    operations = openOperations({ taggers, feedback })
    picture = await operations.open(path)
  })
  afterAll(() => operations.close())

  test('sorted, above 7, with a text for each requested language', { tags: 'night' }, async () => {
    const { tags } = TagResult.parse(await operations.tags(picture, { language: 'de,en' }))
    expect(tags.length).toBeGreaterThan(3)
    expect(tags.map(({ confidence }) => confidence)).toEqual(
      tags.map(({ confidence }) => confidence).sort((a, b) => b - a),
    )
    expect(
      tags.every(({ confidence, tag }) => confidence > 7 && tag['de'] && tag['en'] && Object.keys(tag).length === 2),
    ).toBe(true)
    expect(tags.find(({ tag }) => tag['en'] === 'person')?.tag['de']).toBe('Person')
    expect(Object.keys(tags[0]!)).toEqual(['confidence', 'tag'])
  })

  test('threshold and limit', { tags: 'night' }, async () => {
    const all = (await operations.tags(picture)).tags
    expect((await operations.tags(picture, { threshold: '0.0' })).tags).toEqual(all)
    expect((await operations.tags(picture, { limit: '2' })).tags).toEqual(all.slice(0, 2))
    expect((await operations.tags(picture, { limit: '0' })).tags).toEqual([])
    expect((await operations.tags(picture, { threshold: all[1]!.confidence })).tags.length).toBeGreaterThanOrEqual(2)
    expect((await operations.tags(picture, { threshold: '100.5' })).tags).toEqual([])
  })

  test("verbose gives a tag's origin, its synset, its parents, and where English is the fallback", async () => {
    const { tags, notes } = await operations.tags(picture, { verbose: '1', language: 'tlh' })
    expect(tags.every(({ origin }) => typeof origin === 'string')).toBe(true)
    expect(
      tags.find(({ tag }) => Object.values(tag).includes('person') || Object.values(tag).includes('nuv'))?.synset_id,
    ).toMatch(/^n\d{8}$/)
    expect(tags.some(({ parents }) => (parents?.length ?? 0) > 0)).toBe(true)
    expect(tags.flatMap(({ fallback }) => fallback ?? []).every((code) => code === 'tlh')).toBe(true)
    expect(tags.some(({ tag, fallback }) => fallback === undefined && tag['tlh'] === 'nuv')).toBe(true)
    const uncertain = tags.filter(({ kept_as }) => kept_as !== undefined)
    expect(uncertain.length).toBeGreaterThan(0)
    for (const { confidence, kept_as } of uncertain) expect(kept_as).toBeLessThan(Math.min(20, confidence))
    expect(Array.isArray(notes)).toBe(true)
  })

  test('parents of the main object are lowered by default and otherwise equally certain', async () => {
    const read = async (decrease_parents: string) =>
      new Map(
        (await operations.tags(picture, { verbose: '1', decrease_parents })).tags.map((tag) => [tag.tag['en']!, tag]),
      )
    const [lowered, full] = [await read('1'), await read('0')]
    for (const [name, { parents = [], confidence }] of full)
      for (const parent of parents)
        if (full.has(parent))
          expect(full.get(parent)!.confidence, `${parent} of ${name}`).toBeGreaterThanOrEqual(confidence)
    const main = [...lowered.values()].find(({ origin, parents }) => origin === 'objects' && parents)
    for (const parent of main?.parents ?? [])
      if (lowered.has(parent)) expect(lowered.get(parent)!.confidence).toBeLessThan(main!.confidence)
    expect(shared === null || main?.tag['en'] === 'elephant').toBe(true)
  })

  test('the same bytes give the same tags, by path or from memory', async () => {
    const again = await operations.open(readFileSync(path))
    expect(await operations.tags(again, { verbose: 1 })).toEqual(await operations.tags(picture, { verbose: 1 }))
  })

  test('a custom tagger tags alone; confidences below 7 are left out', async () => {
    const { tags } = await operations.tags(picture, { tagger_id: 'family', verbose: 1, language: 'fr' })
    expect(tags).toEqual([
      { confidence: 88.12, tag: { fr: 'grandma' }, origin: 'tagger', fallback: ['fr'] },
      { confidence: 50, tag: { fr: 'chien' }, origin: 'tagger', synset_id: 'n02084071' },
    ])
  })

  test('an unknown tagger is refused by name', async () => {
    const error = await errorOf(() => operations.tags(picture, { tagger_id: 'nobody/../é' }))
    expect([error.code, error.message]).toEqual(['bad-params', expect.stringContaining('nobody/../é')])
  })

  test('feedback changes the tags and gives an id, each only on request', async () => {
    const plain = await operations.tags(picture, { feedback_index: 'mine,ours' })
    expect(plain).toEqual(await operations.tags(picture))
    const used = await operations.tags(picture, { use_feedback: 1, feedback_index: 'mine,ours', verbose: 1 })
    expect(used.tags.slice(0, 2).map(({ tag, origin, confidence }) => [tag['en'], origin, confidence])).toEqual([
      ['ours', 'feedback', 99],
      ['mine', 'feedback', 89.1],
    ])
    expect(used.tags.filter(({ kept_as }) => kept_as !== undefined)).toEqual([])
    expect(used.tags[2]!.confidence).toBeCloseTo(plain.tags[0]!.confidence * 0.81, 1)
    expect(
      (await operations.tags(picture, { accept_feedback: 1, limit: 2, feedback_index: 'mine,ours' })).feedback_id,
    ).toBe('mine:2')
  })
})

describe('without models', () => {
  test('tags come from the pixels alone, and verbose names missing models', async () => {
    const operations = openWithoutModels({ taggers, feedback, modelsDir: 'no-such-folder' })
    const picture = await operations.open(packagePhotos()[0]!)
    const { tags, notes } = await operations.tags(picture, { verbose: 1 })
    expect(tags.every(({ origin }) => ['colors', 'kind', 'parents'].includes(origin!))).toBe(true)
    expect(notes!.join(' ')).toContain('standard models')
    for (const given of [{ tagger_id: 'family' }, { use_feedback: 1 }, { accept_feedback: 1 }])
      expect((await errorOf(() => operations.tags(picture, given))).code).toBe('not-supported-here')
  })

  test('without a store for feedback, requesting it is refused', async () => {
    const operations = openWithoutModels()
    const picture = await operations.open(packagePhotos()[0]!)
    expect((await errorOf(() => operations.tags(picture, { accept_feedback: 1 }))).code).toBe('not-supported-here')
  })
})
