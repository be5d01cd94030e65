import { expect, test } from 'vitest'
import { Classification } from '../../../src-main/library/classifiers/classification.ts'
import { ClassifierTraining } from '../../../src-main/library/classifiers/classifier-training.ts'
import { createClusters, upTo } from '../../fixtures/clusters.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { find, openWithRoot, saveFound } from '../catalog/library.ts'
import { allWaiting } from './rows/all-waiting.ts'

const { member } = createClusters()

/** A library with `count` analysed photos of six subjects in turn. */
function openLibrary(count = 240) {
  const { catalog, add } = openWithRoot()
  catalog.analysis.setSteps([{ name: 'embedding', fingerprint: '1' }])
  const ids = add(...upTo(count).map((n) => `${n}.jpg`))
  const analyse = (modelId: string) =>
    ids.forEach((id, n) => saveFound(catalog, id, { embedding: { modelId, vector: member(n % 6, n) } }, ['embedding']))
  analyse('model-a')
  const model: { id: string | null } = { id: 'model-a' }
  let suggested = 0
  let time = 1000
  const training = new ClassifierTraining({ catalog, resourcesDir, presentModel: () => model.id, now: () => time++ })
  const classification = new Classification({ catalog, onSuggested: () => (suggested += 1) })
  const ofSubject = (subject: number) => ids.filter((_, n) => n % 6 === subject)
  const found = (atLeast = 0) =>
    allWaiting(catalog, 'boat', { atLeast })
      .map(({ photoId }) => photoId)
      .toSorted((a, b) => a - b)
  return { catalog, training, classification, ids, ofSubject, suggestions: () => suggested, found, model, analyse }
}

test('a tag learned from a few photos is suggested for others, including one analysed later', async () => {
  const { training, classification, catalog, ofSubject, suggestions, found, ids } = openLibrary()
  expect(
    training.train({ id: 'boat', classes: [{ name: 'My boat', positives: ofSubject(2).slice(0, 6) }] }),
  ).toMatchObject({
    version: 1,
    modelId: 'model-a',
  })
  const progress: number[] = []
  const { photos, changed: count } = await classification.classifyAll('boat', {
    onProgress: (done) => progress.push(done),
  })
  expect(photos).toBe(240)
  expect(progress.at(-1)).toBe(240)
  expect(count).toBeGreaterThan(30)
  const sure = found(50)
  expect(sure.filter((id) => ofSubject(2).includes(id)).length).toBeGreaterThan(30)
  expect(sure.every((id) => ofSubject(2).includes(id))).toBe(true)
  const other = ofSubject(0)[0]!
  classification.classify(other, { embedding: { modelId: 'model-a', vector: member(2, 9000) } })
  expect(found(50)).toContain(other)
  expect(suggestions()).toBe(1)
  expect(catalog.photos.detail(other).tags).toEqual([])
  classification.classify(ids[1]!, {})
  training.remove('boat')
  expect(find(catalog, { tags: ['My boat'] })).toEqual([])
  expect(catalog.classifiers.list()).toEqual([])
})

test('applying again changes nothing; more examples create a new version; a used id is refused', async () => {
  const { training, classification, ofSubject } = openLibrary()
  const request = { id: 'boat', classes: [{ name: 'My boat', positives: ofSubject(2).slice(0, 3) }] }
  training.train(request)
  await classification.classifyAll('boat')
  expect(await classification.classifyAll('boat')).toMatchObject({ changed: 0 })
  expect(training.retrain('boat')).toMatchObject({ version: 1 })
  expect(
    training.addExamples('boat', [
      { name: 'My boat', positives: ofSubject(2).slice(3, 6), negatives: ofSubject(1).slice(0, 2) },
    ]),
  ).toMatchObject({ version: 2, classes: [{ positives: 6, negatives: 2 }] })
  expect(() => training.train(request)).toThrow('is there already')
  expect(() => training.addExamples('boat', [{ name: '', positives: [] }])).toThrow('must not be empty')
  expect(() => training.addExamples('none', [])).toThrow(expect.objectContaining({ code: 'tagger-not-found' }))
})

test(
  'after a change of model, a classifier suggests nothing until it is trained again',
  { tags: 'night' },
  async () => {
    const { training, classification, ofSubject, model, analyse, found } = openLibrary()
    training.train({ id: 'boat', classes: [{ name: 'My boat', positives: ofSubject(2).slice(0, 6) }] })
    model.id = 'model-b'
    expect(() => training.retrain('boat')).toThrow('at least two analysed photos')
    analyse('model-b')
    classification.classify(ofSubject(2)[0]!, { embedding: { modelId: 'model-b', vector: member(2, 1) } })
    expect(found()).toEqual([])
    expect(training.retrain('boat')).toMatchObject({ version: 2, modelId: 'model-b' })
    expect(await classification.classifyAll('boat')).toMatchObject({ photos: 240 })
    expect(found().length).toBeGreaterThan(30)
  },
)

test(
  'removing a classifier while it is applied, or stopping, leaves no suggestions behind',
  { tags: 'night' },
  async () => {
    const { training, classification, ofSubject, catalog, found } = openLibrary(1500)
    training.train({ id: 'boat', classes: [{ name: 'My boat', positives: ofSubject(2).slice(0, 6) }] })
    const stop = new AbortController()
    stop.abort()
    expect(await classification.classifyAll('boat', { signal: stop.signal })).toEqual({ photos: 0, changed: 0 })
    await classification.classifyAll('boat', {
      onProgress: (done) => done === 1000 && training.remove('boat'),
    })
    while (!catalog.classifiers.takeBackSome().isLast);
    training.train({ id: 'boat', classes: [{ name: 'My boat', positives: ofSubject(2).slice(0, 6) }] })
    expect(found()).toEqual([])
  },
)

test('training is refused without a model, and for unknown photos', () => {
  const { training, model } = openLibrary(10)
  expect(() => training.train({ id: 'a', classes: [{ name: 'A', positives: [99_999] }] })).toThrow(
    expect.objectContaining({ code: 'not-analysed' }),
  )
  model.id = null
  expect(() => training.train({ id: 'a', classes: [{ name: 'A', positives: [1] }] })).toThrow(
    expect.objectContaining({ code: 'model-not-found' }),
  )
})
