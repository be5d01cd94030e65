import { expect, test } from 'vitest'
import type { AnalysedOutcome, StepName } from '../../../../src-main/analysis/photo/findings.ts'
import { openForTest, openWithRoot, pendingIds, statusOf, tag } from '../../catalog/library.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

const sent = (version: string) => [
  { name: 'preview' as const, fingerprint: version },
  { name: 'tags' as const, fingerprint: version, isSent: true },
]
const found = (more: Partial<AnalysedOutcome> = {}): AnalysedOutcome => ({
  ok: true,
  findings: { thumbnail: new Uint8Array([1]), tags: [tag('sea', 90)], contentHash: 'abc' },
  warnings: [],
  ...more,
})
const both: readonly StepName[] = ['preview', 'tags']

test("a month's budget is never exceeded, refused requests are given back, and it survives the program", () => {
  const folder = tempFolder()
  const catalog = openForTest(folder)
  expect([1, 2, 3, 4].map(() => catalog.remote.spend('2026-11', 1, 3))).toEqual([true, true, true, false])
  catalog.remote.giveBack('2026-11', 1)
  expect(catalog.remote.spend('2026-11', 2, 3)).toBe(false)
  expect(catalog.remote.spent('2026-11')).toBe(2)
  expect(catalog.remote.spend('2026-12', 3, 3)).toBe(true)
  expect(catalog.remote.spend('2026-11', 100, null)).toBe(true)
  catalog.remote.giveBack('2027-01', 5)
  expect(catalog.remote.spent('2027-01')).toBe(0)
  catalog.close()
  expect(openForTest(folder).remote.spent('2026-11')).toBe(102)
})

test('uploads are known until they expire, each at its place', () => {
  const { remote } = openForTest()
  remote.keepUpload('here', 'abc', 'id-1', 2000)
  expect([
    remote.uploadOf('here', 'abc', 1999),
    remote.uploadOf('here', 'abc', 2000),
    remote.uploadOf('there', 'abc', 0),
  ]).toEqual(['id-1', null, null])
  remote.forgetUpload('here', 'abc')
  expect(remote.uploadOf('here', 'abc', 0)).toBeNull()
})

test('a cached answer is deleted only with the outcome that contains it', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [id] = add('a.jpg')
  catalog.remote.keepAnswer('abc', 'tags', '[]')
  catalog.remote.keepAnswer('other', 'tags', '[1]')
  catalog.close()
  const again = openForTest(folder)
  expect(again.remote.answerOf('abc', 'tags')).toBe('[]')
  again.analysis.saveOutcome(id!, both, found())
  expect([again.remote.answerOf('abc', 'tags'), again.remote.answerOf('other', 'tags')]).toEqual([null, '[1]'])
})

test('postponed steps stay pending without an attempt, and are not handed out while they wait', () => {
  const { catalog, add } = openWithRoot()
  catalog.analysis.setSteps(sent('v1'))
  const [id] = add('a.jpg')
  for (let round = 0; round < 5; round++)
    catalog.analysis.saveOutcome(
      id!,
      both,
      found({ findings: { thumbnail: new Uint8Array([1]) }, postponed: ['tags'] }),
    )
  expect(catalog.analysis.takePending(9, { first: [id!], busy: new Set(), waiting: ['tags'] })).toEqual([])
  expect(catalog.analysis.hasPending(['tags'])).toBe(false)
  expect(catalog.analysis.hasPending([])).toBe(true)
  expect(catalog.analysis.takePending(9, { first: [], busy: new Set(), waiting: ['faces'] })).toMatchObject([
    { id, steps: ['tags'] },
  ])
  catalog.analysis.saveOutcome(id!, ['tags'], found({ remote: ['tags'] }))
  expect(statusOf(catalog, id!)).toBe('ready')
  expect(catalog.photos.detail(id!)).toMatchObject({ tags: [{ name: 'sea', source: 'remote' }], byService: ['tags'] })
})

test("one engine's findings count for the other; its failures do not", () => {
  const { catalog, add } = openWithRoot()
  const [here, there, failedThere] = add('here.jpg', 'there.jpg', 'failed.jpg')
  catalog.analysis.saveOutcome(here!, both, found())
  expect(catalog.analysis.setSteps(sent('v1'))).toBe(0)
  catalog.analysis.saveOutcome(there!, both, found({ remote: ['tags'] }))
  catalog.analysis.saveOutcome(failedThere!, both, found({ findings: { thumbnail: new Uint8Array([1]) } }))
  expect(pendingIds(catalog)).toEqual([])
  expect(
    catalog.analysis.setSteps([
      { name: 'preview', fingerprint: 'v1' },
      { name: 'tags', fingerprint: 'v2', isSent: true },
    ]),
  ).toBe(0)
  catalog.analysis.setSteps([
    { name: 'preview', fingerprint: 'v1' },
    { name: 'tags', fingerprint: 'v2' },
  ])
  expect(pendingIds(catalog).toSorted()).toEqual([here, failedThere])
})

test('a step without a result is not repeated endlessly while another one waits', () => {
  const { catalog, add } = openWithRoot()
  catalog.analysis.setSteps(sent('v1'))
  const [id] = add('a.jpg')
  catalog.analysis.saveOutcome(id!, ['preview'], { ok: true, findings: {}, warnings: [] })
  expect(catalog.analysis.takePending(9, { first: [], busy: new Set(), waiting: ['tags'] })).toEqual([])
})

test("the service's index reports changed, missing and superfluous entries", () => {
  const { catalog, add } = openWithRoot()
  const [id, pending] = add('a.jpg', 'b.jpg')
  catalog.analysis.saveOutcome(id!, both, found())
  expect(catalog.remote.holdsAll('place')).toBe(false)
  expect(catalog.remote.countOutside('place')).toBe(1)
  catalog.remote.noteIndexed('place', 'abc')
  catalog.remote.noteIndexed('place', 'gone')
  expect(catalog.remote.holdsAll('place')).toBe(true)
  expect(catalog.remote.countOutside('place')).toBe(0)
  expect(catalog.remote.indexAt('place')).toEqual({ changes: 2, ticket: null, trainedMs: null })
  expect(catalog.remote.staleEntries('place', 10)).toEqual(['gone'])
  catalog.remote.keepIndex('place', { changes: 0, ticket: 't', trainedMs: 5 })
  catalog.remote.noteRemoved('place', 'gone')
  expect(catalog.remote.indexAt('place')).toEqual({ changes: 1, ticket: 't', trainedMs: 5 })
  expect(catalog.remote.staleEntries('place', 10)).toEqual([])
  expect(catalog.files.withContent('abc')).toEqual([id])
  expect(catalog.files.withContent('')).toEqual([])
  catalog.analysis.saveOutcome(pending!, both, found({ findings: { ...found().findings, contentHash: 'def' } }))
  expect(catalog.remote.holdsAll('place')).toBe(false)
})

test('a tag outside our vocabulary is found by the names that came with it', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  catalog.analysis.saveOutcome(
    id!,
    both,
    found({
      findings: {
        thumbnail: new Uint8Array([1]),
        tags: [
          { concept: '', name: 'quokka selfie', confidence: 61, origin: 'service', names: ['Kurzschwanzkänguru'] },
        ],
      },
      remote: ['tags'],
    }),
  )
  const search = (text: string) => [
    ...catalog.search.run({ filter: { text } as never, sort: { by: 'addedAt', order: 'desc' } }),
  ]
  expect(search('kurzschwanzkänguru')).toEqual([id])
  expect(catalog.photos.detail(id!).tags).toMatchObject([{ name: 'quokka selfie', source: 'remote' }])
})
