import { expect, test } from 'vitest'
import { parseTemplate } from '../../../../src-main/contract/sentences/parse-template.ts'
import { templateOf } from '../../../../src-main/contract/sentences/sentences.ts'
import { say } from '../../../../src-main/contract/sentences/say.ts'
import { isText, type Text } from '../../../../src-main/contract/sentences/text.ts'
import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { changeKinds } from '../../../../src-main/library/history/journal/change-kinds.ts'

const place = { parentId: null, position: 1 }
const named = { id: 1, name: 'Sea' }
const batch = { name: 'Sea', photos: 3 }
const paint = { brush: [say('keywords.brushKeyword', { name: 'sea' })], keywords: ['sea'], photos: 3 }

/** Changes of every kind, one for each sentence that describes it. */
const samples: Record<string, object[]> = {
  rate: [{ rating: 0 }, { rating: 1 }, { rating: 3 }],
  'add-tag': [{ name: 'sea' }],
  'remove-tag': [{ name: 'sea' }],
  label: [{ label: '' }, { label: 'Red' }],
  pick: [{ pick: 0 }, { pick: 1 }, { pick: -1 }],
  'taken-at': [{ takenAt: null }, { takenAt: '2024-05-01T10:20:30' }],
  orientation: [{ orientation: null }, { orientation: 6 }],
  crop: [{ crop: null }, { crop: '' }, { crop: '0.1,0.1,0.9,0.9,0' }],
  sensitivity: [{ judgement: null }, { judgement: 'fine' }, { judgement: 'sensitive' }],
  private: [{ isPrivate: true }, { isPrivate: false }],
  stack: [{ stack: null }, { stack: 0 }, { stack: 4 }],
  'stack-top': [{}],
  title: [{ text: '' }, { text: 'Sea' }],
  caption: [{ text: 'Sea' }],
  creator: [{ text: 'Sea' }],
  copyright: [{ text: 'Sea' }],
  fields: [
    { values: { city: 'Porto' } },
    { values: { city: '' } },
    { values: { city: null } },
    { values: { city: 'Porto', country: 'Portugal' } },
    { values: { city: 'Porto' }, template: 'Sea' },
  ],
  position: [{ position: null }, { position: 'nowhere' }, { position: { latitude: 1, longitude: 2 } }],
  'remove-folder': [{ path: '/Photos', photos: 3 }],
  'go-back': [{ changeIds: [3, 2] }],
  'remove-missing': [{}],
  'trash-photos': [{ files: [] }],
  'move-files': [{ place: '' }, { place: '/Photos' }, { place: '/Photos', isRenamed: true }],
  'change-folder': [
    { action: 'new', name: 'Sea', formerName: '' },
    { action: 'rename', name: 'Sea', formerName: 'Lake' },
  ],
  'same-photo': [{ pairs: [{}], place: '/Photos/a.jpg' }],
  'other-photos': [{}],
  'not-duplicates': [{}],
  'classifier-settings': [
    { ...named, settings: { certainty: 40 } },
    { ...named, settings: { seenMs: 1 } },
  ],
  'custom-classifier': [
    { ...named, classifier: null },
    { ...named, classifier: { version: 1 } },
    { ...named, classifier: { version: 2 } },
  ],
  'metadata-writing': [{ mode: 'off' }, { mode: 'sidecars' }, { mode: 'files' }],
  'saved-search': [
    { ...named, search: null },
    { ...named, search: {} },
    { ...named, search: {}, formerName: 'Lake' },
  ],
  'move-tag': [{ from: 'sea', to: 'lake' }],
  keyword: [
    { name: 'sea', record: null },
    { name: 'sea', record: { synonyms: [], color: null, isExported: true, exportsSynonyms: true } },
    { name: 'sea', record: { synonyms: ['ocean'], color: null, isExported: false, exportsSynonyms: true } },
  ],
  'keyword-set': [
    { ...named, set: null },
    { ...named, set: {} },
  ],
  'spell-keyword': [{ name: 'sea' }],
  suggestion: [
    { name: 'sea', verdict: 'accepted' },
    { name: 'sea', verdict: 'rejected' },
  ],
  'export-preset': [
    { ...named, preset: null },
    { ...named, preset: {} },
  ],
  'export-files': [{ files: 3, target: '/Exports' }],
  'crop-pin': [
    { ratio: '4:5', place: null },
    { ratio: '4:5', place: {} },
  ],
  album: [
    { ...named, place, isRemoved: true },
    { ...named, place, isRemoved: false },
    { ...named, place, isRemoved: false, formerName: 'Lake' },
  ],
  'album-places': [{ name: 'Sea', places: [] }],
  'put-into-album': [named],
  'take-out-of-album': [named],
  'album-photos': [
    { ...batch, how: 'put' },
    { ...batch, how: 'move' },
  ],
  import: [{ from: 'the table a.csv', photos: 3 }],
  'change-keywords': [
    { what: 'move', from: 'a', to: 'b', photos: 0 },
    { what: 'move', from: 'a', to: 'b/a', photos: 2 },
    { what: 'merge', names: ['a', 'b'], into: 'c', photos: 2 },
    { what: 'remove', name: 'a', photos: 0 },
    { what: 'import', keywords: 3, photos: 0 },
  ],
  'finish-choice': [{ photos: 3 }],
  'take-best': [
    { bursts: 3, rejected: 9, photos: 12 },
    { bursts: 1, rejected: 0, photos: 4, leftOut: 2 },
  ],
  'judge-suggestion': [{ ...batch, verdict: 'accepted' }],
  paint: [
    { ...paint, isErasing: false },
    { ...paint, isErasing: true },
  ],
  'edit-metadata': ['template', 'paste', 'shift', 'zone', 'track', 'fields'].map((how) => ({ ...batch, how })),
  rotate: ['left', 'right', 'half'].map((turn) => ({ turn, photos: 3 })),
  people: ['named', 'refused', 'ignored', 'heeded', 'released', 'merged', 'renamed', 'copied'].map((action) => ({
    ...batch,
    action,
    into: 'Ann',
    faces: 2,
  })),
  person: [
    { name: 'Ann', neverSuggest: true, isPrivate: false },
    { name: 'Ann', neverSuggest: false, isPrivate: true },
  ],
  faces: [{}],
  'merge-duplicates': [{ photos: 3 }],
  'metadata-template': [
    { ...named, template: null },
    { ...named, template: {} },
    { ...named, template: {}, formerName: 'Lake' },
  ],
}

type Described = { kind: string; describe(change: object, count: number): Text }

test('each kind of change has a sentence in the catalogue of texts, with all its values', () => {
  const kinds = changeKinds as unknown as readonly Described[]
  expect(Object.keys(samples).toSorted()).toEqual(kinds.map(({ kind }) => kind).toSorted())
  for (const { kind, describe } of kinds)
    for (const sample of samples[kind] ?? [])
      for (const count of [1, 5240]) {
        const text = describe({ kind, ...sample }, count)
        expect(isText(text), kind).toBe(true)
        for (const piece of parseTemplate(templateOf(text.key)))
          if (piece.kind !== 'text') expect(text.values, text.key).toHaveProperty(piece.name.replace(/Count$/, ''))
        expect(inEnglish(text), kind).not.toMatch(/undefined|\{|\b1 photos/)
      }
})
