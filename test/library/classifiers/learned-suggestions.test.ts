import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SuggestionQuery } from '../../../src-main/contract/library/custom-classifiers.ts'
import {
  acceptAbove,
  countByCertainty,
  listLearned,
} from '../../../src-main/library/classifiers/learned-suggestions.ts'
import { countWaiting } from '../../../src-main/library/classifiers/count-waiting.ts'
import { upTo } from '../../fixtures/clusters.ts'
import { openKeywords } from '../keywords/keyword-library.ts'
import { LIBRARY_IDS } from '../../../src-main/library/history/kinds/change-kind.ts'

const ID = 'trips'
const NAMES = ['Alps', 'Sea']
const PHOTOS = 5000

/** Of 5,000 photos, read in several pieces, ten are suggested to be of the sea, all others of the Alps. */
function openSuggested() {
  const { catalog, changes, ids } = openKeywords(...upTo(PHOTOS).map(() => []))
  const head = { weights: Float32Array.of(1, 0), bias: 0, positives: [], negatives: [] }
  const about = { id: ID, kind: 'tagger', version: 1, modelId: 'm', dimensions: 2, createdMs: 1, updatedMs: 1 } as const
  catalog.classifiers.save({ ...about, classes: NAMES.map((name) => ({ name, ...head })) })
  const results = ids.map((photoId, n) => ({
    photoId,
    classes: [{ name: n < PHOTOS - 10 ? 'Alps' : 'Sea', confidence: 50 + (n % 40) }],
  }))
  catalog.classifiers.saveResults(catalog.classifiers.get(ID), results)
  return { catalog, ids, changes }
}

const query = (more: Partial<SuggestionQuery> = {}) => SuggestionQuery.parse({ id: ID, ...more })

test('suggestions read in several pieces are listed in one order, page by page, with a correct total', async () => {
  const { catalog, ids } = openSuggested()
  const inOrder = ids
    .map((id, n) => ({ id, confidence: 50 + (n % 40) }))
    .toSorted((a, b) => b.confidence - a.confidence || b.id - a.id)
    .map(({ id }) => id)
  for (const offset of [0, 120, PHOTOS - 30]) {
    const page = await listLearned({ catalog }, query({ order: 'surest', offset, limit: 50 }))
    expect(page.total).toBe(PHOTOS)
    expect(page.suggestions.map(({ photo }) => photo.id)).toEqual(inOrder.slice(offset, offset + 50))
  }
  expect(await listLearned({ catalog }, query({ name: 'Sea' }))).toMatchObject({ total: 10 })
  expect(await countWaiting({ catalog })).toMatchObject([{ waiting: PHOTOS, sure: (25 * PHOTOS) / 40 }])
  expect((await countByCertainty({ catalog }, ID)).slice(50, 90)).toEqual(upTo(40).map(() => PHOTOS / 40))
})

test('a piece has at most two thousand suggestions, however many of them are settled', () => {
  const { catalog, ids } = openSuggested()
  catalog.changes.apply({ kind: 'add-tag', name: 'Alps', ids: ids.slice(100, 3000) })
  const first = catalog.classifiers.waiting(ID)
  expect(first).toMatchObject({ next: { number: 0, photoId: ids[1999] } })
  expect(first.found.map(({ photoId }) => photoId)).toEqual(ids.slice(0, 100))
})

test('other calls run in between: a classifier removed meanwhile is no longer listed or counted', async () => {
  const { catalog } = openSuggested()
  const listed = listLearned({ catalog }, query())
  const counted = countWaiting({ catalog })
  await setImmediate()
  catalog.changes.apply({ kind: 'custom-classifier', ids: LIBRARY_IDS, id: ID, name: ID, classifier: null })
  expect((await listed).total).toBeLessThan(PHOTOS)
  expect(await counted).toEqual([])
  await expect(listLearned({ catalog }, query())).rejects.toMatchObject({ code: 'tagger-not-found' })
})

test('photos hidden while suggestions are read are not listed or accepted', { tags: 'night' }, async () => {
  const { catalog, changes, ids } = openSuggested()
  catalog.changes.apply({ kind: 'private', isPrivate: true, ids: [ids[0]!] })
  const page = listLearned({ catalog }, query({ order: 'doubtful', offset: PHOTOS - 200, limit: 500 }))
  const accepted = acceptAbove({ catalog, changes }, { id: ID, certainty: 1 })
  await setImmediate()
  catalog.search.conceal({ sensitive: false, private: true, withoutVerdict: false })
  expect((await page).suggestions.map(({ photo }) => photo.id)).not.toContain(ids[0])
  expect(await accepted).toMatchObject({ count: PHOTOS - 1 })
  catalog.search.conceal({ sensitive: false, private: false, withoutVerdict: false })
  expect(await listLearned({ catalog }, query())).toMatchObject({
    total: 1,
    suggestions: [{ photo: { id: ids[0] } }],
  })
})
