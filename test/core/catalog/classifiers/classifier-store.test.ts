import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Classifier } from '../../../../src-main/analysis/classifiers/classifier.ts'
import { libraryDatabase } from '../../../../src-main/core/catalog/database/library-database.ts'
import { migrations } from '../../../../src-main/core/catalog/migrations/migrations.ts'
import type { Catalog } from '../../../../src-main/core/catalog/catalog.ts'
import { CLASSIFIER_IDS } from '../../../../src-main/core/catalog/changes/kinds/custom-classifier.ts'
import { openCatalog } from '../../../../src-main/core/catalog/open-catalog.ts'
import { readFileHeader } from '../../../../src-main/sqlite/file-header.ts'
import { connect } from '../../../../src-main/sqlite/connect.ts'
import { openDatabase } from '../../../../src-main/sqlite/open-database.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { find, openForTest, openWithRoot, saveFound, saveTags, tag } from '../library.ts'

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
  catalog.changes.apply({ kind: 'custom-classifier', ids: CLASSIFIER_IDS, id, name: id, classifier: null })

test('a tagger comes back whole after the library was closed', () => {
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

test('a catalogue of the first version is brought up with its photos', () => {
  const folder = tempFolder()
  openDatabase(libraryDatabase(folder, migrations.slice(0, 1))).close()
  const { catalog, add } = openWithRoot(folder)
  const [id] = add('a.jpg')
  catalog.classifiers.save(boat([id!]))
  expect(readFileHeader(join(folder, 'library.db'))?.version).toBe(migrations.at(-1)!.version)
  expect(catalog.check()).toEqual([])
})

test('tags that were taught are found, survive a new analysis, and go with their tagger', () => {
  const { catalog, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  for (const id of [a!, b!]) saveTags(catalog, id, tag('sea', 80))
  catalog.classifiers.save(boat([a!]))
  const results = [
    { photoId: a!, classes: [{ name: 'My boat', confidence: 91 }] },
    { photoId: b!, classes: [{ name: 'My boat', confidence: 6 }] },
  ]
  expect(catalog.classifiers.saveResults(boat([a!]), results)).toEqual([a])
  expect(catalog.classifiers.saveResults(boat([a!]), results)).toEqual([])
  saveTags(catalog, a!, tag('sea', 70))
  expect(find(catalog, { tags: ['my boat'] })).toEqual([a])
  expect(catalog.search.suggest('my b', 5)).toEqual([{ name: 'My boat', label: 'My boat', count: 1 }])
  expect(catalog.check()).toEqual([])
  removeClassifier(catalog, 'boat')
  expect(find(catalog, { tags: ['my boat'] })).toEqual([])
  expect(find(catalog, { tags: ['sea'] })).toEqual([a, b])
  expect(catalog.check()).toEqual([])
})

/** A library in which a tagger gave its tag to so many photos. */
function openTagged(folder: string, photos: number) {
  const { catalog, add } = openWithRoot(folder)
  const ids = add(...Array.from({ length: photos }, (_, i) => `${i}.jpg`))
  catalog.classifiers.save(boat([ids[0]!]))
  catalog.classifiers.saveResults(
    boat([]),
    ids.map((photoId) => ({ photoId, classes: [{ name: 'My boat', confidence: 60 }] })),
  )
  expect(find(catalog, { tags: ['My boat'] })).toHaveLength(photos)
  return { catalog, ids }
}

test('what a removed tagger said of many photos goes in pieces, also after the library was closed', () => {
  const folder = tempFolder()
  const { catalog } = openTagged(folder, 1200)
  removeClassifier(catalog, 'boat')
  const left = find(catalog, { tags: ['My boat'] }).length
  expect(left).toBeGreaterThan(0)
  expect(catalog.classifiers.takeBackSome().isLast).toBe(false)
  expect(find(catalog, { tags: ['My boat'] }).length).toBeLessThan(left)
  catalog.close()
  const again = openForTest(folder)
  while (!again.classifiers.takeBackSome().isLast);
  expect(find(again, { tags: ['My boat'] })).toEqual([])
  expect(again.classifiers.takeBackSome()).toEqual({ ids: [], isLast: true })
  expect(again.check()).toEqual([])
})

test('a tagger that is back keeps what was not taken back yet', () => {
  const { catalog, ids } = openTagged(tempFolder(), 1200)
  removeClassifier(catalog, 'boat')
  const left = find(catalog, { tags: ['My boat'] })
  catalog.changes.undo()
  expect(catalog.classifiers.takeBackSome()).toEqual({ ids: [], isLast: true })
  expect(find(catalog, { tags: ['My boat'] })).toEqual(left)
  expect(catalog.classifiers.get('boat').classes[0]!.positives).toEqual([ids[0]])
})

test('the photos of a class are found without looking through those of all', () => {
  const folder = tempFolder()
  openTagged(folder, 3)
  const db = connect(join(folder, 'library.db'))
  onTestFinished(() => void db.close())
  const plan = (sql: string) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join('; ')
  expect(plan('SELECT photo_id FROM photo_tags WHERE tag_id = 1 AND source = 4 ORDER BY photo_id LIMIT 9')).toBe(
    'SEARCH photo_tags USING COVERING INDEX photo_tags_learned (tag_id=?)',
  )
  expect(plan('SELECT photo_id FROM photo_categories WHERE category_id = 1 ORDER BY photo_id LIMIT 9')).toBe(
    'SEARCH photo_categories USING COVERING INDEX photo_categories_category (category_id=?)',
  )
})

test('a result that no longer holds is taken back, and a tag the person removed stays hidden', () => {
  const { catalog, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  const say = (photoId: number, confidence: number) =>
    catalog.classifiers.saveResults(boat([a!]), [{ photoId, classes: [{ name: 'My boat', confidence }] }])
  say(a!, 50)
  say(b!, 50)
  say(a!, 3)
  expect(find(catalog, { tags: ['My boat'] })).toEqual([b])
  catalog.changes.apply({ kind: 'remove-tag', ids: [b!], name: 'My boat' })
  say(b!, 95)
  expect(find(catalog, { tags: ['My boat'] })).toEqual([])
})

test('two taggers cannot teach one tag, and nothing is changed by trying', () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('a.jpg')
  catalog.classifiers.save(boat([a!]))
  expect(() => catalog.classifiers.save(boat([a!], { id: 'other' }))).toThrow('taught by the tagger "boat"')
  expect(catalog.classifiers.list().map(({ id }) => id)).toEqual(['boat'])
})

test('a class that a new version no longer has takes back its tags', () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('a.jpg')
  catalog.classifiers.save(boat([a!]))
  catalog.classifiers.saveResults(boat([a!]), [{ photoId: a!, classes: [{ name: 'My boat', confidence: 60 }] }])
  catalog.classifiers.save(boat([a!], { version: 2, classes: [{ ...boat([a!]).classes[0]!, name: 'Our ship' }] }))
  expect(find(catalog, { tags: ['My boat'] })).toEqual([])
})

test('categories of an own categorizer can be filtered by', () => {
  const { catalog, add } = openWithRoot()
  const [a] = add('a.jpg')
  const trips = boat([a!], {
    id: 'trips',
    kind: 'categorizer',
    classes: ['Alps', 'Sea'].map((name) => ({ ...boat([a!]).classes[0]!, name })),
  })
  catalog.classifiers.save(trips)
  catalog.classifiers.saveResults(trips, [
    {
      photoId: a!,
      classes: [
        { name: 'Alps', confidence: 90 },
        { name: 'Sea', confidence: 10 },
      ],
    },
  ])
  expect(catalog.photos.detail(a!).categories).toContainEqual(
    expect.objectContaining({ categorizer: 'trips', name: 'Alps' }),
  )
  removeClassifier(catalog, 'trips')
  expect(catalog.photos.detail(a!).categories).toEqual([])
})

test('photos that leave the library leave the examples', () => {
  const { catalog, root, add } = openWithRoot()
  const [a] = add('a.jpg')
  catalog.classifiers.save(boat([a!]))
  catalog.folders.removeRoot(root.id)
  expect(catalog.classifiers.get('boat').classes[0]).toMatchObject({ positives: [], name: 'My boat' })
  expect(
    catalog.classifiers.saveResults(boat([]), [{ photoId: a!, classes: [{ name: 'My boat', confidence: 99 }] }]),
  ).toEqual([])
  expect(catalog.check()).toEqual([])
})

test('a sample of embeddings is spread over the library and always the same', () => {
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

test('another connection to the same library sees the newest version', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [a] = add('a.jpg')
  catalog.classifiers.save(boat([a!]))
  catalog.classifiers.save(boat([a!], { version: 2 }))
  const other = openCatalog(folder)
  expect(other.classifiers.get('boat').version).toBe(2)
  other.close()
})
