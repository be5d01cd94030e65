import { expect, test } from 'vitest'
import { KEYWORD_FEEDBACK } from '../../../src-main/library/keywords/rows/create-feedback-store.ts'
import { editKeyword } from '../../../src-main/library/keywords/keyword-changes.ts'
import { judgeSuggestion } from '../../../src-main/library/keywords/judge-suggestion.ts'
import { suggestKeywords } from '../../../src-main/library/keywords/suggest-keywords.ts'
import { SimilarIndexes } from '../../../src-main/library/similar/similar-indexes.ts'
import { noLog } from '../../../src-main/library/host/log.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { metadata, saveFound, tag, fingerprints } from '../catalog/library.ts'
import { openKeywords } from './keyword-library.ts'

const MODEL = 'embedding'
const unit = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0, 0, 0, 0, 0)

/** Photos with their keywords; each has an embedding at an angle and was taken at a minute of one day. */
function open(...photos: { keywords?: string[]; angle?: number; minute?: number | null }[]) {
  const library = openKeywords(...photos.map(({ keywords = [] }) => keywords))
  const { catalog, ids } = library
  catalog.analysis.setSteps(fingerprints('v1', ['preview', 'tags', 'embedding']))
  for (const [at, { angle = at * 1.5, minute = null }] of photos.entries()) {
    const takenAt =
      minute === null
        ? null
        : `2024-05-01T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`
    catalog.files.saveMetadata([{ id: ids[at]!, metadata: metadata({ takenAt }), width: 1, height: 1 }])
    const embedding = { modelId: MODEL, vector: unit(angle) }
    saveFound(catalog, ids[at]!, { embedding }, ['preview', 'tags', 'embedding'])
  }
  const similar = new SimilarIndexes({
    analysis: catalog.analysis,
    folder: tempFolder(),
    log: noLog,
    presentModel: () => MODEL,
  })
  const suggest = async (...of: number[]) =>
    (
      await suggestKeywords(
        { catalog, similar },
        of.map((at) => ids[at]!),
        12,
      )
    ).map(({ name, sources }) => `${name}: ${sources.join()}`)
  const find = (at: number, ...tags: ReturnType<typeof tag>[]) =>
    saveFound(catalog, ids[at]!, { tags, embedding: { modelId: MODEL, vector: unit(photos[at]!.angle ?? at * 1.5) } }, [
      'preview',
      'tags',
      'embedding',
    ])
  return { ...library, suggest, find }
}

test('photos close in time or similar in content suggest their keywords, others do not', async () => {
  const { suggest } = open(
    { minute: 600 },
    { minute: 603, keywords: ['wedding'] },
    { minute: 600 + 119, keywords: ['dinner'] },
    { minute: 60, angle: 0.01, keywords: ['Anna'] },
    { minute: 61, angle: 3, keywords: ['car'] },
  )
  expect(await suggest(0)).toEqual(['Anna: similar', 'wedding: nearby'])
})

test('a finding is suggested in the person’s own words: a keyword with that last level, or that synonym', async () => {
  const library = open(
    { minute: 0 },
    { minute: 300, keywords: ['Animals/cat'] },
    { minute: 600, keywords: ['Fahrrad'] },
  )
  const { suggest, find } = library
  await editKeyword(library, { name: 'Fahrrad', synonyms: ['bicycle'] })
  find(0, tag('cat', 90), tag('bicycle', 80), tag('boat', 70), tag('fog', 15))
  expect(await suggest(0)).toEqual(['Animals/cat: finding', 'Fahrrad: finding', 'boat: finding'])
})

test('a rejected suggestion does not return, an accepted one is applied; both are feedback and undoable', async () => {
  const library = open({}, { keywords: [] }, {})
  const { catalog, ids, suggest, find, carried, changes } = library
  for (const at of [0, 1]) find(at, tag('cat', 90), tag('boat', 80))
  await judgeSuggestion(library, { ids: [ids[0]!], name: 'cat', verdict: 'rejected' })
  await judgeSuggestion(library, { ids: [ids[0]!], name: 'boat', verdict: 'accepted' })
  expect(await suggest(0)).toEqual([])
  expect(await suggest(1)).toContain('boat: finding,nearby')
  find(0, tag('cat', 99), tag('boat', 80))
  expect(await suggest(0)).toEqual([])
  expect(carried()[0]).toEqual(['boat'])
  expect(catalog.photos.detail(ids[0]!).tags.map(({ name }) => name)).toEqual(['boat'])
  expect(catalog.feedback.entries(KEYWORD_FEEDBACK, MODEL).map(({ tag: name, verdict }) => [name, verdict])).toEqual([
    ['cat', 'wrong'],
    ['boat', 'right'],
  ])
  await changes.undo()
  await changes.undo()
  expect(catalog.feedback.entries(KEYWORD_FEEDBACK, MODEL)).toEqual([])
  expect(await suggest(0)).toEqual(['cat: finding', 'boat: finding'])
})

test('for several photos the average counts, and keywords they all have are not suggested', async () => {
  const { suggest, find } = open({ keywords: ['cat'] }, { keywords: ['cat'] }, {})
  find(0, tag('cat', 90), tag('boat', 90))
  find(1, tag('boat', 90))
  expect((await suggest(0, 1)).map((each) => each.split(':')[0])).toEqual(['boat'])
  expect((await suggest(0, 1, 2))[0]).toMatch(/^boat/)
})
