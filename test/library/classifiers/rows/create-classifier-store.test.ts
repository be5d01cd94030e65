import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Classifier } from '../../../../src-main/analysis/classifiers/classifier.ts'
import { libraryDatabase } from '../../../../src-main/library/catalog/database/library-database.ts'
import { migrations } from '../../../../src-main/library/catalog/migrations/migrations.ts'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { readFileHeader } from '../../../../src-main/base/sqlite/file-header.ts'
import { connect } from '../../../../src-main/base/sqlite/connect.ts'
import { openDatabase } from '../../../../src-main/base/sqlite/open-database.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { find, openForTest, openWithRoot, saveFound, saveTags, tag } from '../../catalog/library.ts'
import { allWaiting } from './all-waiting.ts'
import { LIBRARY_IDS } from '../../../../src-main/library/history/kinds/change-kind.ts'

const boat = (positives: number[], more: Partial<Classifier> = {}): Classifier => ({
  id: 'boat',
  kind: 'tagger',
  version: 1,
  modelId: 'model',
  dimensions: 3,
  classes: [{ name: 'My boat', weights: Float32Array.of(0.1, -2, 1e-7), bias: -0.3, positives, negatives: [] }],
  createdMs: 5,
  updatedMs: 6,
  ...more,
})

const removeClassifier = (catalog: Catalog, id: string) =>
  catalog.changes.apply({ kind: 'custom-classifier', ids: LIBRARY_IDS, id, name: id, classifier: null })

test('a tagger is complete after the library is closed and opened', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [a, b] = add('a.jpg', 'b.jpg')
  const tagger = boat([a!], { classes: [{ ...boat([a!]).classes[0]!, negatives: [b!] }] })
  catalog.classifiers.save(tagger)
  catalog.close()
  const again = openForTest(folder)
  expect(again.classifiers.list()).toEqual([tagger])
  expect(again.classifiers.get('boat')).toEqual(tagger)
  expect(() => again.classifiers.get('none')).toThrow(expect.objectContaining({ code: 'tagger-not-found' }))
})

test('a catalogue of the first version is upgraded with its photos', () => {
  const folder = tempFolder()
  openDatabase(libraryDatabase(folder, migrations.slice(0, 1))).close()
  const { catalog, add } = openWithRoot(folder)
  const [id] = add('a.jpg')
  catalog.classifiers.save(boat([id!]))
  expect(readFileHeader(join(folder, 'library.db'))?.version).toBe(migrations.at(-1)!.version)
  expect(catalog.check()).toEqual([])
})

/** Photos that a classifier suggests its tags for, in id order. */
const suggested = (catalog: Catalog, id = 'boat') =>
  allWaiting(catalog, id)
    .map(({ photoId }) => photoId)
    .toSorted((a, b) => a - b)

test("a tagger's suggestions are kept apart from tags, survive a new analysis, and are removed with it", () => {
  const { catalog, add } = openWithRoot()
  const [example, a, b] = add('example.jpg', 'a.jpg', 'b.jpg')
  for (const id of [a!, b!]) saveTags(catalog, id, tag('sea', 80))
  catalog.classifiers.save(boat([example!]))
  const results = [
    { photoId: a!, classes: [{ name: 'My boat', confidence: 91 }] },
    { photoId: b!, classes: [{ name: 'My boat', confidence: 6 }] },
  ]
  expect(catalog.classifiers.saveResults(boat([example!]), results)).toBe(1)
  expect(catalog.classifiers.saveResults(boat([example!]), results)).toBe(0)
  saveTags(catalog, a!, tag('sea', 70))
  expect(allWaiting(catalog, 'boat')).toMatchObject([{ photoId: a, name: 'My boat', confidence: 91 }])
  expect(find(catalog, { tags: ['my boat'] })).toEqual([])
  expect(find(catalog, { text: 'boat' })).toEqual([])
  expect(catalog.photos.detail(a!).tags.map(({ name }) => name)).toEqual(['sea'])
  expect(catalog.check()).toEqual([])
  removeClassifier(catalog, 'boat')
  expect(() => suggested(catalog)).toThrow(expect.objectContaining({ code: 'tagger-not-found' }))
  expect(catalog.check()).toEqual([])
})

/** A library in which a tagger suggests its tag for this many photos. */
function openSuggested(folder: string, photos: number) {
  const { catalog, add } = openWithRoot(folder)
  const [example, ...ids] = add(...Array.from({ length: photos + 1 }, (_, i) => `${i}.jpg`))
  catalog.classifiers.save(boat([example!]))
  catalog.classifiers.saveResults(
    boat([]),
    ids.map((photoId) => ({ photoId, classes: [{ name: 'My boat', confidence: 60 }] })),
  )
  expect(suggested(catalog)).toEqual(ids)
  return { catalog, example: example!, ids }
}

test('many suggestions of a removed tagger are deleted in pieces, even after the library is reopened', () => {
  const folder = tempFolder()
  const { catalog } = openSuggested(folder, 1200)
  removeClassifier(catalog, 'boat')
  expect(catalog.classifiers.takeBackSome().isLast).toBe(false)
  catalog.close()
  const again = openForTest(folder)
  while (!again.classifiers.takeBackSome().isLast);
  again.classifiers.save(boat([1]))
  expect(suggested(again)).toEqual([])
  expect(again.classifiers.takeBackSome()).toEqual({ isLast: true })
  expect(again.check()).toEqual([])
})

test('a restored tagger keeps the suggestions that were not deleted yet', () => {
  const { catalog, ids, example } = openSuggested(tempFolder(), 1200)
  removeClassifier(catalog, 'boat')
  catalog.changes.undo()
  expect(catalog.classifiers.takeBackSome()).toEqual({ isLast: true })
  expect(suggested(catalog)).toEqual(ids)
  expect(catalog.classifiers.get('boat').classes[0]!.positives).toEqual([example])
})

test('suggestions of one class or photo are found without reading all of them', () => {
  const folder = tempFolder()
  openSuggested(folder, 3)
  const db = connect(join(folder, 'library.db'))
  onTestFinished(() => void db.close())
  const plan = (sql: string) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join('; ')
  expect(plan("SELECT photo_id FROM learned_suggestions WHERE classifier_id = 'boat' AND tag_id = 1")).toBe(
    'SEARCH learned_suggestions USING PRIMARY KEY (classifier_id=? AND tag_id=?)',
  )
  expect(plan('SELECT tag_id FROM learned_suggestions WHERE photo_id = 1')).toBe(
    'SEARCH learned_suggestions USING COVERING INDEX learned_suggestions_photo (photo_id=?)',
  )
  expect(plan('SELECT total(is_right) FROM suggestion_feedback WHERE tag_id = 1')).toBe(
    'SEARCH suggestion_feedback USING COVERING INDEX suggestion_feedback_tag (tag_id=?)',
  )
})

test('an outdated suggestion is withdrawn, and a tag that the person removed is not suggested again', () => {
  const { catalog, add } = openWithRoot()
  const [example, a, b] = add('example.jpg', 'a.jpg', 'b.jpg')
  catalog.classifiers.save(boat([example!]))
  const say = (photoId: number, confidence: number) =>
    catalog.classifiers.saveResults(boat([]), [{ photoId, classes: [{ name: 'My boat', confidence }] }])
  say(a!, 50)
  say(b!, 50)
  say(a!, 3)
  expect(suggested(catalog)).toEqual([b])
  catalog.changes.apply({ kind: 'add-tag', ids: [b!], name: 'My boat' })
  expect(suggested(catalog)).toEqual([])
  catalog.changes.apply({ kind: 'remove-tag', ids: [b!], name: 'My boat' })
  say(b!, 95)
  expect(suggested(catalog)).toEqual([])
  expect(catalog.classifiers.judged('My boat')).toEqual({ right: [], wrong: [b] })
})

test('a rejected suggestion is a counter-example until the person applies the tag themselves', () => {
  const { catalog, ids } = openSuggested(tempFolder(), 3)
  const [a, b] = ids
  const judge = (id: number, verdict: 'accepted' | 'rejected') =>
    catalog.changes.apply({ kind: 'suggestion', ids: [id], name: 'My boat', verdict })
  judge(a!, 'rejected')
  judge(b!, 'accepted')
  catalog.changes.apply({ kind: 'add-tag', ids: [b!], name: 'My boat' })
  expect(catalog.classifiers.judged('my boat')).toEqual({ right: [b], wrong: [a] })
  expect(suggested(catalog)).toEqual(ids.slice(2))
  catalog.changes.apply({ kind: 'add-tag', ids: [a!], name: 'My boat' })
  expect(catalog.classifiers.judged('my boat').wrong).toEqual([])
})

test('two taggers cannot teach one tag, and the attempt changes nothing', () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('a.jpg')
  catalog.classifiers.save(boat([a!]))
  expect(() => catalog.classifiers.save(boat([a!], { id: 'other' }))).toThrow('taught by the tagger "boat"')
  expect(catalog.classifiers.list().map(({ id }) => id)).toEqual(['boat'])
})

test('each save makes a run due until one is done; removing the classifier cancels it', () => {
  const { catalog, add } = openWithRoot()
  const [example] = add('example.jpg')
  const { classifiers } = catalog
  classifiers.save(boat([example!]))
  const [first] = classifiers.dueRuns()
  expect(first).toMatchObject({ id: 'boat' })
  classifiers.save(boat([example!], { version: 2 }))
  classifiers.finishRun(first!.number)
  const [second] = classifiers.dueRuns()
  expect(second!.number).toBeGreaterThan(first!.number)
  classifiers.finishRun(second!.number)
  expect(classifiers.dueRuns()).toEqual([])
  removeClassifier(catalog, 'boat')
  catalog.changes.undo()
  expect(classifiers.dueRuns()).toMatchObject([{ id: 'boat' }])
  catalog.changes.redo()
  expect(classifiers.dueRuns()).toEqual([])
})

test('suggestions of a class that a new version drops are withdrawn', () => {
  const { catalog, add } = openWithRoot()
  const [example, a] = add('example.jpg', 'a.jpg')
  catalog.classifiers.save(boat([example!]))
  catalog.classifiers.saveResults(boat([]), [{ photoId: a!, classes: [{ name: 'My boat', confidence: 60 }] }])
  const [known] = boat([example!]).classes
  catalog.classifiers.save(boat([], { version: 2, classes: [{ ...known!, name: 'Our ship' }] }))
  expect(catalog.classifiers.takeBackSome()).toEqual({ isLast: true })
  catalog.classifiers.save(boat([example!], { version: 3 }))
  expect(suggested(catalog)).toEqual([])
})

test("a categorizer's likeliest category is suggested until the photo has one of its categories", () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('a.jpg')
  const trips = boat([], {
    id: 'trips',
    kind: 'categorizer',
    classes: ['Alps', 'Sea'].map((name) => ({ ...boat([]).classes[0]!, name })),
  })
  catalog.classifiers.save(trips)
  const classes = [
    { name: 'Alps', confidence: 90 },
    { name: 'Sea', confidence: 10 },
  ]
  catalog.classifiers.saveResults(trips, [{ photoId: a!, classes }])
  expect(allWaiting(catalog, 'trips')).toMatchObject([{ photoId: a, name: 'Alps', confidence: 90 }])
  expect(catalog.photos.detail(a!).categories).toEqual([])
  catalog.changes.apply({ kind: 'add-tag', ids: [a!], name: 'sea' })
  expect(suggested(catalog, 'trips')).toEqual([])
  removeClassifier(catalog, 'trips')
  expect(catalog.check()).toEqual([])
})

test('photos that leave the library are no longer examples', () => {
  const { catalog, root, add } = openWithRoot()
  const [a] = add('a.jpg')
  catalog.classifiers.save(boat([a!]))
  catalog.folders.removeRoot(root.id)
  expect(catalog.classifiers.get('boat').classes[0]).toMatchObject({ positives: [], name: 'My boat' })
  expect(
    catalog.classifiers.saveResults(boat([]), [{ photoId: a!, classes: [{ name: 'My boat', confidence: 99 }] }]),
  ).toBe(0)
  expect(catalog.check()).toEqual([])
})

test('a sample of embeddings spans the library and is always the same', () => {
  const { catalog, add } = openWithRoot()
  const ids = add(...Array.from({ length: 50 }, (_, n) => `${n}.jpg`))
  catalog.analysis.setSteps([{ name: 'embedding', fingerprint: '1' }])
  for (const id of ids)
    saveFound(catalog, id, { embedding: { modelId: 'model', vector: Float32Array.of(id, 1) } }, ['embedding'])
  const sample = catalog.classifiers.embeddingSample('model', 10)
  expect(sample).toHaveLength(10)
  expect(Math.max(...sample.map(([first]) => first!)) - Math.min(...sample.map(([first]) => first!))).toBeGreaterThan(
    40,
  )
  expect(catalog.classifiers.embeddingSample('model', 10)).toEqual(sample)
  expect(catalog.classifiers.embeddingSample('other', 10)).toEqual([])
  expect([...catalog.classifiers.embeddingsOf([ids[0]!, 9999], 'model').keys()]).toEqual([ids[0]])
})

test('another connection to the same library sees the latest version', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [a] = add('a.jpg')
  catalog.classifiers.save(boat([a!]))
  catalog.classifiers.save(boat([a!], { version: 2 }))
  const other = openCatalog(folder)
  expect(other.classifiers.get('boat').version).toBe(2)
  other.close()
})
