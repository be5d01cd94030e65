import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { nothingConcealed } from '../../../../src-main/library/search/columns/concealment.ts'
import { SENSITIVITY_FEEDBACK } from '../../../../src-main/library/keywords/rows/create-feedback-store.ts'
import { addNames, find, fingerprints, openForTest } from '../../catalog/library.ts'

function openPhotos() {
  const catalog = openForTest()
  const root = catalog.folders.addRoot('/photos')
  catalog.analysis.setSteps(fingerprints('v1', ['categories', 'embedding']))
  const [a, b] = addNames(catalog, root.id, ['a.jpg', 'b.jpg']) as [number, number]
  const analyse = (id: number, nsfw: { nsfw: number; underwear: number; safe: number }) =>
    catalog.analysis.saveOutcome(id, ['categories', 'embedding'], {
      ok: true,
      findings: { nsfw, embedding: { modelId: 'model', vector: new Float32Array([3, 4]) } },
      warnings: [],
    })
  const verdicts = () => catalog.photos.tiles([a, b]).map(({ nsfw }) => nsfw)
  return { catalog, a, b, analyse, verdicts }
}

const SAFE = { nsfw: 1, underwear: 2, safe: 97 }
const UNDERWEAR = { nsfw: 10, underwear: 80, safe: 10 }

test('a judgement wins over the analysis, now and later, and an undo reverts it', () => {
  const { catalog, a, b, analyse, verdicts } = openPhotos()
  analyse(a, SAFE)
  analyse(b, UNDERWEAR)
  expect(verdicts()).toEqual(['safe', 'underwear'])
  catalog.changes.apply({ kind: 'sensitivity', ids: [a], judgement: 'sensitive' })
  catalog.changes.apply({ kind: 'sensitivity', ids: [b], judgement: 'fine' })
  expect(verdicts()).toEqual(['nsfw', 'safe'])
  expect(catalog.photos.detail(a)).toMatchObject({ judgement: 'sensitive', nsfwShares: SAFE })
  expect(find(catalog, { text: '-is:sensitive' })).toEqual([b])
  analyse(a, SAFE)
  analyse(b, { nsfw: 90, underwear: 5, safe: 5 })
  expect(verdicts()).toEqual(['nsfw', 'safe'])
  catalog.changes.undo()
  expect(verdicts()).toEqual(['nsfw', 'nsfw'])
  catalog.changes.undo()
  expect(verdicts()).toEqual(['safe', 'nsfw'])
  expect(catalog.photos.detail(a).judgement).toBeNull()
})

test.each([
  [{ nsfw: 50, underwear: 50, safe: 0 }, 'nsfw'],
  [{ nsfw: 0, underwear: 50, safe: 50 }, 'underwear'],
  [{ nsfw: 30, underwear: 30, safe: 40 }, 'safe'],
] as const)('the analysis of %j counts again once the judgement is taken back', (shares, verdict) => {
  const { catalog, a, analyse, verdicts } = openPhotos()
  analyse(a, shares)
  expect(verdicts()[0]).toBe(verdict)
  catalog.changes.apply({ kind: 'sensitivity', ids: [a], judgement: verdict === 'safe' ? 'sensitive' : 'fine' })
  catalog.changes.apply({ kind: 'sensitivity', ids: [a], judgement: null })
  expect(verdicts()[0]).toBe(verdict)
})

test('a judgement of a photo that was never analysed is valid', () => {
  const { catalog, a, verdicts } = openPhotos()
  catalog.changes.apply({ kind: 'sensitivity', ids: [a], judgement: 'sensitive' })
  expect(verdicts()[0]).toBe('nsfw')
  catalog.changes.apply({ kind: 'sensitivity', ids: [a], judgement: null })
  expect(verdicts()[0]).toBe('safe')
})

test("judgements and marks are a person's work, and are written to no file", () => {
  const { catalog, a, b } = openPhotos()
  catalog.changes.apply({ kind: 'metadata-writing', ids: [0], mode: 'sidecars' })
  catalog.changes.apply({ kind: 'sensitivity', ids: [a], judgement: 'fine' })
  catalog.changes.apply({ kind: 'private', ids: [b], isPrivate: true })
  expect([a, b].map((id) => catalog.photos.hasWork(id))).toEqual([true, true])
  expect(catalog.metadataWrites.counts().pending).toBe(0)
  catalog.changes.apply({ kind: 'rate', ids: [a], rating: 3 })
  expect(catalog.metadataWrites.counts().pending).toBe(1)
})

test('a private mark is journalled and undone', () => {
  const { catalog, a, b } = openPhotos()
  const marks = () => catalog.photos.tiles([a, b]).map(({ isPrivate }) => isPrivate)
  catalog.changes.apply({ kind: 'private', ids: [a, b], isPrivate: true })
  catalog.changes.apply({ kind: 'private', ids: [b], isPrivate: false })
  expect(marks()).toEqual([true, false])
  expect(catalog.changes.history(2).map(({ sentence }) => inEnglish(sentence))).toEqual([
    'Took the private mark off 1 photo',
    'Marked 2 photos as private',
  ])
  catalog.changes.undo()
  catalog.changes.undo()
  expect(marks()).toEqual([false, false])
})

test('judgements are listed as feedback as long as they are valid', () => {
  const { catalog, a, b, analyse } = openPhotos()
  analyse(a, SAFE)
  analyse(b, UNDERWEAR)
  const listed = () =>
    catalog.feedback.entries(SENSITIVITY_FEEDBACK, 'model').map(({ tag, verdict }) => `${tag} ${verdict}`)
  catalog.changes.apply({ kind: 'sensitivity', ids: [a, b], judgement: 'sensitive' })
  expect(listed()).toEqual(['nsfw added', 'safe wrong', 'nsfw right'])
  expect([...catalog.feedback.entries(SENSITIVITY_FEEDBACK, 'model')[0]!.vector]).toEqual([
    expect.closeTo(0.6, 3),
    expect.closeTo(0.8, 3),
  ])
  expect(catalog.feedback.entries(SENSITIVITY_FEEDBACK, 'other')).toEqual([])
  catalog.changes.undo()
  expect(listed()).toEqual([])
})

test('concealed photos are in no search, count or suggestion', () => {
  const { catalog, a, b } = openPhotos()
  catalog.changes.apply({ kind: 'add-tag', ids: [a], name: 'beach' })
  catalog.changes.apply({ kind: 'sensitivity', ids: [a], judgement: 'sensitive' })
  catalog.changes.apply({ kind: 'private', ids: [b], isPrivate: true })
  const seen = () => ({
    photos: find(catalog, {}),
    total: catalog.search.facets({}).total,
    count: catalog.search.count(),
    tags: catalog.search.suggest('bea', 5).length,
    folder: catalog.folders.list()[0]?.photoCount,
  })
  expect(seen()).toEqual({ photos: [a, b], total: 2, count: 2, tags: 1, folder: 2 })
  catalog.search.conceal({ ...nothingConcealed, sensitive: true })
  expect(seen()).toEqual({ photos: [b], total: 1, count: 1, tags: 0, folder: 1 })
  catalog.search.conceal({ ...nothingConcealed, sensitive: true, private: true })
  expect(seen()).toEqual({ photos: [], total: 0, count: 0, tags: 0, folder: 0 })
  expect(catalog.analysis.counts().total).toBe(2) // they are analysed like all others
  catalog.changes.apply({ kind: 'private', ids: [b], isPrivate: false })
  expect(find(catalog, {})).toEqual([b])
  catalog.search.conceal(nothingConcealed)
  expect(seen()).toEqual({ photos: [a, b], total: 2, count: 2, tags: 1, folder: 2 })
})

test('photos at or above the chosen verdict are concealed as sensitive', () => {
  const { catalog, a, b, analyse } = openPhotos()
  analyse(a, UNDERWEAR)
  analyse(b, { nsfw: 90, underwear: 5, safe: 5 })
  catalog.search.conceal({ ...nothingConcealed, sensitive: true })
  expect(find(catalog, {})).toEqual([a])
  catalog.settings.set({ sensitiveFrom: 'underwear' })
  catalog.search.conceal({ ...nothingConcealed, sensitive: true })
  expect(find(catalog, {})).toEqual([])
})

test('a photo has a verdict once it is analysed or judged, and can be concealed until then', () => {
  const { catalog, a, b, analyse } = openPhotos()
  const known = () => catalog.photos.tiles([a, b]).map(({ hasVerdict }) => hasVerdict)
  const seen = () => ({ photos: find(catalog, {}), waiting: catalog.search.countWithoutVerdict() })
  expect(known()).toEqual([false, false])
  expect(seen()).toEqual({ photos: [a, b], waiting: 2 })
  catalog.search.conceal({ ...nothingConcealed, withoutVerdict: true })
  expect(seen()).toEqual({ photos: [], waiting: 2 })
  analyse(a, SAFE)
  expect(known()).toEqual([true, false])
  expect(seen()).toEqual({ photos: [a], waiting: 1 })
  catalog.changes.apply({ kind: 'sensitivity', ids: [b], judgement: 'fine' })
  expect(known()).toEqual([true, true])
  expect(seen()).toEqual({ photos: [a, b], waiting: 0 })
  catalog.changes.undo()
  expect(seen()).toEqual({ photos: [a], waiting: 1 })
  catalog.changes.apply({ kind: 'private', ids: [b], isPrivate: true })
  expect(seen()).toEqual({ photos: [a], waiting: 0 })
})
