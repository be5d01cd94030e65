import { expect, test } from 'vitest'
import { isText } from '../../../../src-main/contract/sentences/text.ts'
import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { oldTemplates } from '../../../../src-main/library/catalog/migrations/old-sentences/old-templates.ts'
import { readSentence } from '../../../../src-main/library/catalog/migrations/old-sentences/read-sentence.ts'
import { byNight } from '../../../fixtures/night.ts'
import { openForTest } from '../library.ts'
import { makeOldLibrary } from '../old-library.ts'

/**
 * A sentence as it was stored, with a number for each numeric value and the value's name for all others; a select shows
 * its first option.
 */
function oldSentence(template: string, name: string, number: number): string {
  const nouns: Record<string, string> = { photos: 'photo', faces: 'face', files: 'file', stars: 'star' }
  const written = number.toLocaleString('en')
  return template
    .replaceAll(/\{\w+, plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g, number === 1 ? '$1' : '$2')
    .replaceAll(/\{\w+, select, \w+ \{([^{}]*)\}(?: \w+ \{[^{}]*\})*\}/g, '$1')
    .replaceAll(/\{\w+, number\}/g, written)
    .replaceAll(
      /\{(photos|faces|files|stars)\}/g,
      (_, noun: string) => `${written} ${nouns[noun]}${number === 1 ? '' : 's'}`,
    )
    .replaceAll(/\{(\w+)\}/g, (_, place: string) => `${name}${place}`)
}

/** Only the plainest name runs by day, and the one that looks most like a sentence. */
const names = [
  'a.jpg',
  'the album “x” to “y” with 3 photos. It is (cut off): is full, so',
  ...byNight([], ['Grüße “to” Mr. Smith’s, 2024', '"']),
]

/** Sentences whose English wording has changed since. */
const rewordedSince: ReadonlySet<string> = new Set([
  'cards.closed',
  'changes.notDuplicates',
  'changes.otherFiles',
  'errors.gpxUntimed',
  'exports.copyUnknown',
  'exports.filmLeftOut',
  'exports.filmPoster',
  'keywords.listSynonym',
  'losses.captureTime',
  'losses.iptc',
  'models.failed',
  'people.refused',
  'pictures.filmDamaged',
  'pictures.filmEmpty',
  'pictures.filmSlow',
  'pictures.psdEmpty',
  'pictures.shareAnew',
  'publishing.targetAway',
  'remote.limit',
  'remote.spent',
  'reversals.putBackAway',
  'texts.placeholder',
])

test('every stored sentence reads as before, and gets its key and values back if they are certain', () => {
  const foreigners: string[] = []
  for (const [key, template] of Object.entries(oldTemplates))
    for (const name of names)
      for (const number of byNight([5240], [1, 5240])) {
        const sentence = oldSentence(template, name, number)
        const text = readSentence(sentence)
        if (!rewordedSince.has(key)) expect(isText(text) && inEnglish(text), `${key}: ${sentence}`).toBe(sentence)
        if (text.key === 'texts.foreign') {
          if (name === 'a.jpg') foreigners.push(key)
          continue
        }
        expect(oldTemplates[text.key], `${key}: ${sentence}`).toBe(template)
        for (const [place, value] of Object.entries(text.values ?? {})) {
          if (template.includes(`{${place}, select`)) continue
          if (typeof value === 'number') expect(value, key).toBe(number)
          else if (typeof value === 'string')
            expect(value, key).toBe(`${name}${template.includes(`{${place}}`) ? place : 'reason'}`)
        }
      }
  // Plain names leave few sentences ambiguous.
  expect(new Set(foreigners).size).toBeLessThan(20)
})

test('a sentence that several keys could have written stays unchanged', () => {
  for (const sentence of [
    'Renamed the album “a” to “b” to “c”',
    'Changed the tag “a” into “b” into “c” on 2 photos',
    'Put 3 photos into the album “a” and that is all.',
  ])
    expect(readSentence(sentence)).toEqual({ key: 'texts.foreign', values: { text: sentence } })
})

test('all stored sentences are converted once: reasons, problems and history', () => {
  const catalog = openForTest(
    makeOldLibrary(53, 2, (db) => {
      db.prepare("UPDATE photos SET failure = 'damaged', reason = ? WHERE id = 1").run(
        'The file is damaged (bad header).',
      )
      db.prepare("UPDATE photos SET failure = 'damaged', reason = ? WHERE id = 2").run('EIO: what nobody knows')
      const away =
        '/photos is not there. Connect its drive, or say where the folder is now (Locate in its menu, or "lumafold locate OLD NEW"). Its photos are kept.'
      db.prepare('UPDATE roots SET problems = ?').run(JSON.stringify({ access: away }))
      const add = db.prepare('INSERT INTO changes (at_ms, kind, change, count) VALUES (1, ?, ?, 3)')
      const paint = {
        kind: 'paint',
        brush: '“sea, calm”, 3 stars, no flag',
        keywords: ['sea, calm'],
        isErasing: false,
        photos: 3,
      }
      add.run('paint', JSON.stringify(paint))
      add.run('import', JSON.stringify({ kind: 'import', from: 'the table a.csv', photos: 3 }))
    }),
  )
  expect(catalog.photos.detail(1).reason).toEqual({ key: 'pictures.damagedBy', values: { detail: 'bad header' } })
  expect(catalog.photos.detail(2).reason).toEqual({ key: 'texts.foreign', values: { text: 'EIO: what nobody knows' } })
  const [root] = catalog.folders.list()
  expect(root!.problem).toMatchObject({ key: 'texts.several' })
  expect(inEnglish(root!.problem)).toMatch(/^\/photos is not there\. Connect its drive, .* Its photos are kept\.$/)
  const [imported, painted] = catalog.changes.history(10).map(({ sentence }) => sentence)
  expect(imported).toEqual({
    key: 'changes.imported',
    values: { source: { key: 'sources.table', values: { name: 'a.csv' } }, photos: 3 },
  })
  expect(inEnglish(painted!)).toBe('Painted “sea, calm”, 3 stars, no flag on 3 photos')
  expect(painted!.values?.['brush']).toHaveLength(3)
})
