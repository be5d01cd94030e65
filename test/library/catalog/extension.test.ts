import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { stepNames } from '../../../src-main/analysis/photo/findings.ts'
import { createStepRunner } from '../../../src-main/analysis/pipeline/step-runner.ts'
import { PhotoDetail } from '../../../src-main/contract/library/photo.ts'
import { Facets, noFacets, PhotoFilter } from '../../../src-main/contract/library/query.ts'
import { searchFields } from '../../../src-main/contract/library/search/fields.ts'
import type { Filter } from '../../../src-main/library/search/filters/filter.ts'
import { allFilters } from '../../../src-main/library/search/filters/filters.ts'
import { allFindings } from '../../../src-main/library/queue/rows/findings/findings.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { addNames, fingerprints, metadata, openWithRoot, saveTags, tag } from './library.ts'
import { openExtended, grain, GRAIN, grainStep, type WithFields, type WithGrain } from './throw-away.ts'

/** A catalogue with some photos and a throw-away step beside `hash`. */
function openWithPhotos(...names: string[]) {
  const folder = tempFolder()
  const catalog = openExtended(folder)
  const root = catalog.folders.addRoot(join('/', 'photos'))
  catalog.analysis.setSteps(fingerprints('v1', ['hash', GRAIN]))
  const ids = addNames(catalog, root.id, names)
  const saveGrain = (id: number, value: number) =>
    catalog.analysis.saveOutcome(id, ['hash', GRAIN], {
      ok: true,
      findings: { contentHash: 'x', grain: value } as WithGrain,
      warnings: [],
    })
  const find = (filter: WithFields) => [...catalog.search.run({ filter, sort: { by: 'addedAt', order: 'asc' } })]
  return { catalog, folder, root, ids, saveGrain, find }
}

describe('a new step and its finding', () => {
  test('are run, stored, shown, searchable and removed with their photo', async () => {
    const { catalog, folder, root, ids, find } = openWithPhotos('a.jpg', 'b.jpg')
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 640, height: 480 })
    const [{ id, steps } = { id: 0, steps: [] }] = catalog.analysis.takePending(1, {
      first: [ids[0]!],
      busy: new Set(),
    })
    expect(steps).toEqual(['hash', GRAIN])

    const run = createStepRunner({ models: { get: () => Promise.resolve(null) } as never, steps: [grainStep] })
    const outcome = await run({ path, steps })
    expect(outcome).toMatchObject({ ok: true, findings: { grain: 640 } })
    if (!outcome.ok) throw new Error(inEnglish(outcome.reason))
    catalog.analysis.saveOutcome(id, steps, outcome)

    expect(catalog.photos.detail(id)).toMatchObject({ grain: 640 })
    expect(catalog.photos.detail(ids[1]!)).toMatchObject({ grain: null })
    expect(find({ grainFrom: 600 })).toEqual([id])
    expect(catalog.search.facets({})).toMatchObject({
      grain: [
        { value: 0, count: 1 },
        { value: 640, count: 1 },
      ],
    })
    expect(catalog.check()).toEqual([])
    catalog.folders.removeRoot(root.id)
    catalog.close()
    const db = new Database(join(folder, 'library.db'), { readonly: true })
    expect(db.prepare('SELECT count(*) FROM grain').pluck().get()).toBe(0)
    db.close()
  })

  test('are the only ones repeated when they change, and stay as they are if they found nothing', () => {
    const { catalog, ids, saveGrain } = openWithPhotos('a.jpg')
    const pending = () => catalog.analysis.takePending(9, { first: [], busy: new Set() }).map(({ steps }) => steps)
    saveGrain(ids[0]!, 1)
    expect(pending()).toEqual([])
    catalog.analysis.setSteps([...fingerprints('v1', ['hash']), ...fingerprints('v2', [GRAIN])])
    expect(pending()).toEqual([[GRAIN]])
    catalog.analysis.saveOutcome(ids[0]!, [GRAIN], { ok: true, findings: {}, warnings: [] })
    expect(pending()).toEqual([])
    expect(catalog.photos.detail(ids[0]!)).toMatchObject({ grain: 1 })
  })

  test('bring their own check', () => {
    const { catalog, ids, saveGrain } = openWithPhotos('a.jpg')
    saveGrain(ids[0]!, -1)
    expect(
      catalog
        .check()
        .map(({ message }) => inEnglish(message))
        .join(),
    ).toContain(`1 photos have no grain below zero (ids ${ids[0]})`)
  })

  test('can be added to a library created without them; it keeps what it had', () => {
    const folder = tempFolder()
    const { catalog, add } = openWithRoot(folder)
    const [id] = add('a.jpg')
    saveTags(catalog, id!, tag('sea', 80))
    catalog.close()
    const again = openExtended(folder)
    expect(again.photos.detail(id!)).toMatchObject({ tags: [{ name: 'sea' }], grain: null })
    expect(again.analysis.takePending(1, { first: [], busy: new Set() })).toEqual([])
    again.analysis.setSteps(fingerprints('v1', ['preview', 'tags', GRAIN]))
    expect(again.analysis.takePending(1, { first: [], busy: new Set() })).toMatchObject([{ id, steps: [GRAIN] }])
    again.close()
    expect(() => openCatalog(folder)).toThrow(expect.objectContaining({ code: 'library-too-new' }))
  })

  test('cannot take a schema version that is in use', () => {
    const taken = { ...grain, migrations: grain.migrations.map((each) => ({ ...each, version: 2 })) }
    expect(() => openCatalog(tempFolder(), { findings: [...allFindings, taken] })).toThrow(/version 2 twice/)
  })
})

describe('a new filter', () => {
  test('on a text of the metadata follows every change', () => {
    const { catalog, ids, find } = openWithPhotos('a.jpg', 'b.jpg', 'c.jpg')
    const [a, b, c] = ids as [number, number, number]
    const setLens = (id: number, lens: string | null) =>
      catalog.files.saveMetadata([{ id, width: 1, height: 1, metadata: metadata({ lens }) }])
    setLens(a, '50 mm')
    setLens(b, '50 mm')
    setLens(c, '85 mm')
    expect(find({ testLens: '50 mm' })).toEqual([a, b])
    expect(find({ testLens: 'none' })).toEqual([])
    setLens(b, '35 mm')
    expect(find({ testLens: '35 mm' })).toEqual([b])
    expect(find({ testLens: '50 mm' })).toEqual([a])
    // Its own facet ignores it, so other values stay listed; other filters still apply.
    expect(catalog.search.facets({ testLens: '50 mm' } as PhotoFilter)).toMatchObject({
      total: 1,
      testLenses: [
        { lens: '50 mm', count: 1 },
        { lens: '85 mm', count: 1 },
        { lens: '35 mm', count: 1 },
      ],
    })
    expect(catalog.search.facets({ text: 'a.jpg' })).toMatchObject({ testLenses: [{ lens: '50 mm', count: 1 }] })
    const more = addNames(
      catalog,
      1,
      Array.from({ length: 200 }, (_, i) => `more/${i}.jpg`),
    )
    setLens(more[199]!, '85 mm')
    expect(find({ testLens: '85 mm' })).toEqual([c, more[199]])
    expect(find({ testLens: '' })).toHaveLength(199)
  })

  test('by a field of the search language', () => {
    const { catalog, ids, saveGrain, find } = openWithPhotos('a.jpg', 'b.jpg', 'c.jpg')
    ids.forEach((id, i) => saveGrain(id, 10 * (i + 1)))
    expect(find({ text: 'grain>=20' })).toEqual(ids.slice(1))
    expect(find({ text: 'jpg -grain:20..40' })).toEqual([ids[0]])
    expect(find({ text: 'is:grainy' })).toEqual([ids[2]])
    expect(catalog.search.facets({ text: 'grain>=20' })).toMatchObject({ total: 2 })
    expect(catalog.search.complete('grai', null, 5)).toMatchObject([{ field: 'grain', isField: true }])
    expect(catalog.search.explain({ text: 'grain:x' }).problems).toMatchObject([{ code: 'bad-value' }])
  })

  test('by a list of values that no denormalised row holds', () => {
    const { catalog, ids, find } = openWithPhotos('a.jpg', 'b.jpg')
    const face = (width: number) => ({
      confidence: 90,
      coordinates: { xmin: 0, ymin: 0, xmax: width, ymax: 9, width, height: 9 },
      face_id: '',
      attributes: [],
      landmarks: [],
    })
    const save = (id: number, ...widths: number[]) =>
      catalog.analysis.saveOutcome(id, ['faces'], { ok: true, findings: { faces: widths.map(face) }, warnings: [] })
    save(ids[0]!, 10, 200)
    save(ids[1]!, 20)
    expect(find({ minFaceWidth: 100 })).toEqual([ids[0]])
    save(ids[1]!, 300)
    expect(find({ minFaceWidth: 100 })).toEqual(ids)
    save(ids[0]!)
    expect(find({ minFaceWidth: 1 })).toEqual([ids[1]])
  })
})

describe('the lists', () => {
  test('have a finding for every step, in the order of the steps', () => {
    expect([...new Set(allFindings.map(({ step }) => step))]).toEqual(stepNames)
  })

  test('have one filter for every field of a query', () => {
    const filters: readonly Filter[] = allFilters
    const fields = Object.keys(PhotoFilter.shape).filter((name) => name !== 'minConfidence') // of every tag and category
    expect(filters.flatMap((filter) => [...filter.fields]).toSorted()).toEqual(fields.toSorted())
  })

  test('have one filter for every field of the search language and every word of “is:”', () => {
    const filters: readonly Filter[] = allFilters
    const declared = filters.flatMap(({ terms = [] }) => terms.map(({ field }) => field.name))
    expect(declared.toSorted()).toEqual(Object.keys(searchFields).toSorted())
    const states = filters.flatMap((filter) => Object.keys(filter.states ?? {}))
    expect(states.toSorted()).toEqual([...searchFields.is.choices].toSorted())
  })

  test('provide every facet and detail that the contract names', () => {
    const { catalog, add } = openWithRoot()
    const [id] = add('a.jpg')
    expect(Facets.strict().parse(catalog.search.facets({})).total).toBe(1)
    expect(PhotoDetail.strict().parse(catalog.photos.detail(id!)).id).toBe(id)
    expect(Facets.strict().parse(noFacets).total).toBe(0)
  })
})
