import { expect, test } from 'vitest'
import type { Classifier, ClassifierClass } from '../../../src-main/analysis/classifiers/classifier.ts'
import type { Catalog } from '../../../src-main/library/catalog/catalog.ts'
import { judgeSuggestion } from '../../../src-main/library/keywords/judge-suggestion.ts'
import { mergeKeywords, moveKeyword } from '../../../src-main/library/keywords/keyword-changes.ts'
import { openKeywords } from './keyword-library.ts'
import { allWaiting } from '../classifiers/rows/all-waiting.ts'

const classOf = (name: string, more: Partial<ClassifierClass> = {}): ClassifierClass => ({
  name,
  weights: Float32Array.of(0.1, -2, 1e-7),
  bias: -0.3,
  positives: [],
  negatives: [],
  ...more,
})
const classifier = (id: string, classes: ClassifierClass[], kind: Classifier['kind'] = 'tagger'): Classifier => ({
  id,
  kind,
  version: 1,
  modelId: 'model',
  dimensions: 3,
  classes,
  createdMs: 5,
  updatedMs: 6,
})

/** The tag of each classifier, with its examples. */
const taught = (catalog: Catalog) =>
  catalog.classifiers
    .list()
    .flatMap(({ id, classes }) =>
      classes.map(({ name, positives, negatives }) => `${id}: ${name} +${positives.join()} -${negatives.join()}`),
    )
const suggest = (catalog: Catalog, id: string, name: string, ids: number[]) =>
  catalog.classifiers.saveResults(
    catalog.classifiers.get(id),
    ids.map((photoId) => ({ photoId, classes: [{ name, confidence: 60 }] })),
  )
const waiting = (catalog: Catalog, id: string) =>
  allWaiting(catalog, id).map(({ photoId, name }) => `${name} ${photoId}`)

test('a moved keyword takes its classifier and answers along, and an undo brings them back', async () => {
  const library = openKeywords(['dog'], ['dog/pug'], [], [], [])
  const { catalog, ids, changes, followed } = library
  const [a, , yes, no, off] = ids as [number, number, number, number, number]
  catalog.classifiers.save(classifier('dogs', [classOf('dog', { positives: [a] })]))
  suggest(catalog, 'dogs', 'dog', [yes, no, off])
  await judgeSuggestion(library, { ids: [yes], name: 'dog', verdict: 'accepted' })
  await judgeSuggestion(library, { ids: [no], name: 'dog', verdict: 'rejected' })
  await changes.apply({ kind: 'add-tag', ids: [off], name: 'dog' })
  await changes.apply({ kind: 'remove-tag', ids: [off], name: 'dog' })
  const judged = catalog.classifiers.judged('dog')
  expect(judged).toEqual({ right: [yes], wrong: [no, off] })

  await moveKeyword(library, { from: 'DOG', to: 'Animals/Dog' })
  expect(taught(catalog)).toEqual([`dogs: Animals/Dog +${a} -`])
  expect(followed).toEqual(['dogs'])
  expect(catalog.classifiers.judged('Animals/Dog')).toEqual(judged)
  expect(catalog.keywords.answers()).toEqual([{ name: 'Animals/Dog', accepted: 1, rejected: 2 }])
  suggest(catalog, 'dogs', 'Animals/Dog', [yes, no, off])
  expect(waiting(catalog, 'dogs')).toEqual([])

  expect(await changes.undo()).toMatchObject({ kept: 0 })
  expect(taught(catalog)).toEqual([`dogs: dog +${a} -`])
  expect(followed).toEqual(['dogs', 'dogs'])
  expect(catalog.classifiers.judged('dog')).toEqual(judged)
  expect(catalog.keywords.answers()).toEqual([{ name: 'dog', accepted: 1, rejected: 1 }])
  await changes.redo()
  expect(taught(catalog)).toEqual([`dogs: Animals/Dog +${a} -`])
  expect(catalog.check()).toEqual([])
})

test('a change of capitals also changes the classifier', async () => {
  const library = openKeywords(['dog'])
  library.catalog.classifiers.save(classifier('dogs', [classOf('dog', { positives: [library.ids[0]!] })]))
  await moveKeyword(library, { from: 'dog', to: 'Dog' })
  expect(taught(library.catalog)).toEqual([`dogs: Dog +${library.ids[0]} -`])
  expect((await library.changes.undo()).kept).toBe(0)
  expect(taught(library.catalog)).toEqual([`dogs: dog +${library.ids[0]} -`])
})

test('merging two keywords with classifiers leaves one classifier with the examples of both', async () => {
  const library = openKeywords(['Hound'], ['Dog'], ['Cat'], [], [])
  const { catalog, ids, changes } = library
  const [hound, dog, cat, both, other] = ids as [number, number, number, number, number]
  catalog.classifiers.save(classifier('hounds', [classOf('Hound', { positives: [hound], negatives: [dog, cat] })]))
  catalog.classifiers.save(classifier('dogs', [classOf('Dog', { positives: [dog], negatives: [other] })]))
  suggest(catalog, 'hounds', 'Hound', [both])
  await judgeSuggestion(library, { ids: [both], name: 'Hound', verdict: 'rejected' })
  await judgeSuggestion(library, { ids: [both], name: 'Dog', verdict: 'accepted' })
  const before = { taught: taught(catalog), answers: catalog.keywords.answers() }

  await mergeKeywords(library, { names: ['Hound'], into: 'Dog', keepsNames: false })
  // a photo that shows one of them is not a counter-example of the merged one
  expect(taught(catalog)).toEqual([`dogs: Dog +${hound},${dog} -${[cat, other].join()}`])
  expect(catalog.keywords.answers()).toEqual([{ name: 'Dog', accepted: 1, rejected: 0 }])
  expect(await changes.undo()).toMatchObject({ kept: 0 })
  expect({ taught: taught(catalog), answers: catalog.keywords.answers() }).toEqual(before)
})

test('merged categories are one, and a categorizer left with one category is gone until an undo', async () => {
  const library = openKeywords(['Sea'], ['Beach'], ['Alps'])
  const { catalog, ids, changes } = library
  const [sea, beach, alps] = ids as [number, number, number]
  const trips = [
    classOf('Sea', { positives: [sea] }),
    classOf('Beach', { positives: [beach] }),
    classOf('Alps', { positives: [alps] }),
  ]
  catalog.classifiers.save(classifier('trips', trips, 'categorizer'))
  const before = taught(catalog)
  await mergeKeywords(library, { names: ['Beach'], into: 'Sea', keepsNames: false })
  expect(taught(catalog)).toEqual([`trips: Sea +${sea},${beach} -`, `trips: Alps +${alps} -`])
  await mergeKeywords(library, { names: ['Alps'], into: 'Sea', keepsNames: false })
  expect(taught(catalog)).toEqual([])
  await changes.undo()
  await changes.undo()
  expect(taught(catalog)).toEqual(before)
})
