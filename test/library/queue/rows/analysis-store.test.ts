import { foreign } from '../../../../src-main/contract/sentences/say.ts'
import { expect, test } from 'vitest'
import type { Findings } from '../../../../src-main/analysis/photo/findings.ts'
import {
  find,
  fingerprints,
  metadata,
  openForTest,
  openWithRoot,
  pendingIds,
  saveFound,
  saveTags,
  statusOf,
  tag,
} from '../../catalog/library.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

const takeSteps = (catalog: ReturnType<typeof openForTest>, id: number) =>
  catalog.analysis.takePending(1, { first: [id], busy: new Set() }).find((photo) => photo.id === id)?.steps ?? []

test('pending photos come newest first, after those on screen and without busy ones', () => {
  const { catalog, root, add } = openWithRoot()
  const ids = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
  catalog.files.saveMetadata([
    { id: ids[0]!, metadata: metadata({ takenAt: '2025-01-01T00:00:00' }), width: 1, height: 1 },
  ])
  expect(pendingIds(catalog)).toEqual([ids[0], ids[3], ids[2], ids[1]])
  const taken = catalog.analysis.takePending(2, { first: [ids[1]!, 999], busy: new Set([ids[0]!]) })
  const steps = ['preview', 'tags']
  expect(taken).toMatchObject([
    { id: ids[1], rootId: root.id, path: '/photos/b.jpg', steps, fileKey: '1:1', bytes: 1001 },
    { id: ids[3], rootId: root.id, path: '/photos/d.jpg', steps, fileKey: '1:3', bytes: 1003 },
  ])
})

test('a new fingerprint makes only that step pending, and a step without an engine is not waited for', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [id] = add('a.jpg')
  saveTags(catalog, id!, tag('sea', 90))
  expect(statusOf(catalog, id!)).toBe('ready')
  expect(catalog.analysis.setSteps(fingerprints('v1'))).toBe(0)
  expect(
    catalog.analysis.setSteps([
      { name: 'preview', fingerprint: 'v1' },
      { name: 'tags', fingerprint: 'v2' },
    ]),
  ).toBe(1)
  expect(catalog.analysis.counts()).toMatchObject({ pending: 1, ready: 0 })
  expect(takeSteps(catalog, id!)).toEqual(['tags'])
  catalog.close()
  const again = openForTest(folder)
  expect(takeSteps(again, id!)).toEqual(['tags'])
  expect(again.analysis.setSteps(fingerprints('v1', ['preview']))).toBe(0)
  expect(statusOf(again, id!)).toBe('ready')
  expect(again.analysis.setSteps(fingerprints('v1'))).toBe(0)
  expect(again.analysis.setSteps(fingerprints('v1', ['preview', 'tags', 'faces']))).toBe(1)
  expect(takeSteps(again, id!)).toEqual(['faces'])
})

test('all findings are read back', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  const found: Findings = {
    width: 40,
    height: 30,
    format: 'heic',
    contentHash: 'abc',
    placeholder: new Uint8Array([1, 2, 3]),
    thumbnail: new Uint8Array([7, 8]),
    faces: [
      {
        confidence: 99,
        coordinates: { xmin: 1, ymin: 2, xmax: 3, ymax: 4, width: 2, height: 2 },
        face_id: '',
        attributes: [{ type: 'age', label: '30', confidence: 60 }],
        landmarks: [{ type: 'nose', x: 2, y: 3 }],
      },
    ],
    tags: [
      tag('dog', 61.5, { synset_id: 'n02084071' }),
      tag('dark', 71, { keptAs: 19.5 }),
      tag('noise', 7),
      tag('grain', 9, { keptAs: 6 }),
    ],
    categories: [{ categorizer: 'nsfw_beta', name: 'safe', confidence: 60 }],
    nsfw: { nsfw: 15, underwear: 60, safe: 25 },
    saliencyFeatures: {
      width: 40,
      height: 30,
      map: { columns: 2, rows: 1, values: new Uint8Array([0, 255]) },
      subjects: [{ box: { x1: 0, y1: 0, x2: 5, y2: 5 }, weight: 1, kind: 'face' }],
    },
    colorVector: new Float32Array([0.25, 0.5]),
    embedding: { modelId: 'm', vector: new Float32Array([0.5, -0.25, 0.123]) },
  }
  saveFound(catalog, id!, found)
  const detail = catalog.photos.detail(id!)
  expect(detail).toMatchObject({
    width: 40,
    height: 30,
    format: 'heic',
    placeholder: 'AQID',
    thumbVersion: 1,
    nsfw: 'underwear',
    faces: 1,
    faceList: found.faces,
    categories: found.categories,
    nsfwShares: found.nsfw,
    croppings: [],
  })
  expect(detail.tags).toEqual([
    { name: 'dog', label: 'dog', confidence: 61.5, source: 'engine', synset_id: 'n02084071' },
    { name: 'dark', label: 'dark', confidence: 19.5, source: 'engine' },
  ])
  expect(catalog.analysis.saliencyFeatures(id!)).toEqual(found.saliencyFeatures)
  expect([...catalog.analysis.colorVectors()]).toEqual([{ id, vector: found.colorVector }])
  const [embedding] = [...catalog.analysis.embeddings('m')]
  expect(embedding!.vector[2]).toBeCloseTo(0.123, 4)
  expect(catalog.analysis.embeddingModels()).toEqual(['m'])
  saveFound(catalog, id!, { embedding: { modelId: 'other', vector: new Float32Array([1]) } })
  expect(catalog.analysis.embeddingModels()).toEqual(['other'])
})

test('writes continue between reads of two embeddings', () => {
  const { catalog, add } = openWithRoot()
  const ids = add('a.jpg', 'b.jpg')
  for (const id of ids) saveFound(catalog, id, { embedding: { modelId: 'm', vector: new Float32Array([id]) } })
  const seen: number[] = []
  for (const { id } of catalog.analysis.embeddings('m')) {
    seen.push(id)
    catalog.changes.apply({ kind: 'rate', ids: [id], rating: 1 })
  }
  expect(seen).toEqual(ids)
})

test('a failure keeps earlier findings, gives the reason, and is retried on request or when a step changes', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  saveTags(catalog, id!, tag('sea', 90))
  catalog.analysis.makePending([id!], ['tags'])
  expect(takeSteps(catalog, id!)).toEqual(['tags'])
  catalog.analysis.saveOutcome(id!, ['tags'], { ok: false, code: 'damaged', reason: foreign('The file ends early.') })
  expect(catalog.photos.detail(id!)).toMatchObject({
    status: 'failed',
    reason: foreign('The file ends early.'),
    tags: [{ name: 'sea' }],
  })
  expect(pendingIds(catalog)).toEqual([])
  expect(catalog.analysis.retryFailed()).toEqual([id])
  expect(catalog.photos.detail(id!)).toMatchObject({ status: 'pending', reason: null })
  expect(takeSteps(catalog, id!)).toEqual(['tags'])
  catalog.analysis.saveOutcome(id!, ['tags'], { ok: false, code: 'damaged', reason: foreign('Again.') })
  expect(
    catalog.analysis.setSteps([
      { name: 'preview', fingerprint: 'v2' },
      { name: 'tags', fingerprint: 'v1' },
    ]),
  ).toBe(1)
  expect(takeSteps(catalog, id!)).toEqual(['preview', 'tags'])
  saveFound(catalog, id!, {})
  expect(catalog.photos.detail(id!)).toMatchObject({ status: 'ready', reason: null })
})

test('failures for lack of memory or time are counted and retried, no others', () => {
  const { catalog, add } = openWithRoot()
  const ids = add('slow.jpg', 'large.jpg', 'damaged.jpg')
  for (const [at, code] of (['timed-out', 'out-of-memory', 'damaged'] as const).entries())
    catalog.analysis.saveOutcome(ids[at]!, takeSteps(catalog, ids[at]!), {
      ok: false,
      code,
      reason: foreign('It failed.'),
    })
  expect([catalog.analysis.countStarved(), catalog.analysis.counts().failed]).toEqual([2, 3])
  catalog.analysis.retryStarved()
  expect([catalog.analysis.countStarved(), catalog.analysis.counts().failed]).toEqual([0, 1])
  expect(pendingIds(catalog).toSorted()).toEqual(ids.slice(0, 2))
})

test('a step without a finding and without a warning is not repeated until it changes', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  catalog.analysis.saveOutcome(id!, ['preview', 'tags'], {
    ok: true,
    findings: { thumbnail: new Uint8Array([1]) },
    warnings: [],
  })
  expect(statusOf(catalog, id!)).toBe('ready')
  catalog.analysis.setSteps([
    { name: 'preview', fingerprint: 'v1' },
    { name: 'tags', fingerprint: 'v2' },
  ])
  expect(takeSteps(catalog, id!)).toEqual(['tags'])
})

test('a step that ends with a warning is tried three times', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  const turns = [1, 2, 3].map(() => {
    const steps = takeSteps(catalog, id!)
    catalog.analysis.saveOutcome(id!, steps, {
      ok: true,
      findings: { thumbnail: new Uint8Array([1]) },
      warnings: [foreign('The model did not answer.')],
    })
    return steps
  })
  expect(turns).toEqual([['preview', 'tags'], ['tags'], ['tags']])
  expect(statusOf(catalog, id!)).toBe('ready')
})

test('an outcome for a file that changed meanwhile leaves its steps pending', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('a.jpg')
  pendingIds(catalog)
  catalog.files.settle([{ ...catalog.files.known(root.id)[0]!, bytes: 7, isChanged: true }])
  saveTags(catalog, id!, tag('sea', 90))
  expect(statusOf(catalog, id!)).toBe('pending')
  expect(takeSteps(catalog, id!)).toEqual(['preview', 'tags'])
  saveTags(catalog, id!, tag('sea', 90))
  expect(statusOf(catalog, id!)).toBe('ready')
})

test('an outcome from before a change of steps does not complete the new ones', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  pendingIds(catalog)
  catalog.analysis.setSteps(fingerprints('v2'))
  saveTags(catalog, id!, tag('sea', 90))
  expect(takeSteps(catalog, id!)).toEqual(['preview', 'tags'])
  saveTags(catalog, id!, tag('sea', 90))
  expect(statusOf(catalog, id!)).toBe('ready')
})

test('crashes are counted until the photo succeeds or its file changes', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  expect([1, 2].map(() => catalog.analysis.noteCrash(id!))).toEqual([1, 2])
  saveTags(catalog, id!)
  expect(catalog.analysis.noteCrash(id!)).toBe(1)
})

test('a failed transaction leaves neither rows nor cached names', () => {
  const { catalog, add } = openWithRoot()
  const [id, other] = add('a.jpg', 'b.jpg')
  const broken = { tags: [tag('fresh', 90)], faces: [{ confidence: null }] } as unknown as Findings
  expect(() => saveFound(catalog, id!, broken)).toThrow()
  expect(statusOf(catalog, id!)).toBe('pending')
  expect(find(catalog, { tags: ['fresh'] })).toEqual([])
  saveTags(catalog, other!, tag('fresh', 90))
  expect(find(catalog, { tags: ['fresh'] })).toEqual([other])
  expect(catalog.check()).toEqual([])
})

test('an offline root takes its photos out of the queues, but not out of sight', () => {
  const { catalog, root, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  saveTags(catalog, a!, tag('sea', 90))
  catalog.files.markMissing([catalog.files.known(root.id).find((file) => file.photoId === b)!.fileId])
  const [c] = add('c.jpg')
  const counts = () => catalog.analysis.counts()
  expect(counts()).toEqual({ total: 3, pending: 1, ready: 1, failed: 0, missing: 1, offline: 0 })

  catalog.folders.setAvailable(root.id, false)
  expect([a!, b!, c!].map((id) => statusOf(catalog, id))).toEqual(['offline', 'missing', 'offline'])
  expect(counts()).toEqual({ total: 3, pending: 0, ready: 0, failed: 0, missing: 1, offline: 2 })
  expect(find(catalog, { statuses: ['offline'] })).toEqual([a, c])
  expect(find(catalog, { statuses: ['pending', 'ready'] })).toEqual([])
  expect(catalog.search.facets({}).statuses).toEqual([
    { status: 'missing', count: 1 },
    { status: 'offline', count: 2 },
  ])
  expect(catalog.photos.detail(a!).status).toBe('offline')
  expect(pendingIds(catalog)).toEqual([])
  expect(catalog.analysis.takePending(9, { first: [c!], busy: new Set() })).toEqual([])
  expect(catalog.analysis.hasPending([])).toBe(false)
  expect(catalog.files.withoutMetadata(9)).toEqual([])

  catalog.folders.setAvailable(root.id, true)
  expect([a!, b!, c!].map((id) => statusOf(catalog, id))).toEqual(['ready', 'missing', 'pending'])
  expect(counts()).toEqual({ total: 3, pending: 1, ready: 1, failed: 0, missing: 1, offline: 0 })
  expect(pendingIds(catalog)).toEqual([c])
})
