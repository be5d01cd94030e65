import { afterEach, describe, expect, test } from 'vitest'
import { textFields } from '../../../src-main/contract/library/text-fields.ts'
import type { ImportReport } from '../../../src-main/contract/library/travel.ts'
import { foreign, onLines, say, several } from '../../../src-main/contract/sentences/say.ts'
import { sentences, type SentenceKey, templateOf } from '../../../src-main/contract/sentences/sentences.ts'
import { parseTemplate } from '../../../src-main/contract/sentences/parse-template.ts'
import type { Text, TextValue } from '../../../src-main/contract/sentences/text.ts'
import { inEnglish, isCounted } from '../../../src-main/contract/sentences/write-text.ts'
import { writeEnumeration, writeNumber } from '../../../src-renderer/locales/formats.ts'
import { showLanguage, t } from '../../../src-renderer/locales/messages.ts'
import { byReason, describeLoss, describeLost } from '../../../src-renderer/transfer/import-words.ts'
import { translateSentence } from '../../../src-renderer/locales/translate-sentence.ts'
import { windowLanguages } from '../../../src-renderer/locales/window-languages.ts'

afterEach(() => showLanguage('en'))

const languages = windowLanguages.map(({ code }) => code)
const keys = Object.entries(sentences).flatMap(([area, texts]) =>
  Object.keys(texts).map((name) => `${area}.${name}` as SentenceKey),
)

/** Without the marks that keep the direction of a name. */
const shown = (text: Text): string => translateSentence(text).replaceAll(/[\u2068\u2069]/g, '')

describe('every sentence in every language', () => {
  /**
   * Values for all placeholders of a sentence, with each option of its selects in turn; numbers differ by placeholder.
   */
  function valuesOf(key: SentenceKey, round: number, valueOf: (name: string) => TextValue) {
    const values: Record<string, TextValue> = {}
    let number = 5240
    for (const piece of parseTemplate(templateOf(key))) {
      if (piece.kind === 'text') continue
      const name = piece.name.replace(/^(photos|faces|files|stars)Count$/, '$1')
      if (piece.kind === 'select') values[name] = Object.keys(piece.options).at(round) ?? 'other'
      else if (piece.kind === 'value' && !isCounted(name)) values[name] ??= valueOf(name)
      else values[name] ??= number++
    }
    return values
  }
  const roundsOf = (key: SentenceKey): number[] => {
    const options = parseTemplate(templateOf(key)).map((piece) =>
      piece.kind === 'select' ? Object.keys(piece.options).length : 1,
    )
    return [...Array(Math.max(...options)).keys()]
  }
  const rounds = keys.flatMap((key) => roundsOf(key).map((round) => [key, round] as const))

  /** Shows where the values of a sentence should appear. */
  const mark = (name: string): string => `⟦${name}⟧`
  const put = (marked: string, valueOf: (name: string) => string): string =>
    marked.replaceAll(/⟦(\w+)⟧/g, (_, name: string) => valueOf(name))

  /** Names that people use, and ones with a meaning in messages, patterns and replacements. */
  const awkward = [
    '“a” to „b“, «c» and \'d\' "e": Grüße, Żółć & 日本。\nMr. A. Smith.',
    String.raw`{name} {0} {count, plural, one {#} other {}} '{' }{ <b> $& $1 $<name> \1 %s`,
    'صور/עברית.jpg',
    'constructor',
  ]

  test.each(languages)('is written in %s with each value in its place, for any values', async (language) => {
    await showLanguage(language)
    const wrong: unknown[] = []
    for (const [key, round] of rounds) {
      const text = say(key, valuesOf(key, round, mark))
      const english = inEnglish(text)
      const marked = shown(text)
      const isOwn = language === 'en' || /[a-z]{2}/.test(templateOf(key).replaceAll(/\{[^{}]*\}/g, ''))
      if (isOwn && (marked === english) !== (language === 'en')) wrong.push([key, marked, 'is not of the language'])
      for (const [place] of english.matchAll(/⟦\w+⟧/g))
        if (!marked.includes(place)) wrong.push([key, marked, 'lacks', place])
      for (const number of Object.values(text.values ?? {}).filter((value) => typeof value === 'number'))
        if (english.includes(number.toLocaleString('en')) && !marked.includes(writeNumber(number)))
          wrong.push([key, marked, 'lacks', number])
      if (/[.。]$/.test(marked) !== english.endsWith('.')) wrong.push([key, marked, 'ends otherwise'])

      // The template's own words, and a complete sentence built from it, are valid values too.
      for (const value of [...awkward, templateOf(key), english]) {
        const valueIn = (name: string) => `${value}|${name}`
        const written = shown(say(key, valuesOf(key, round, valueIn)))
        if (written !== put(marked, valueIn)) wrong.push([key, written, 'is not', put(marked, valueIn)])
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(languages)('is written in %s with texts and lists of texts in its places', async (language) => {
    await showLanguage(language)
    const inner = [
      say('files.pathReadOnly', { path: '/a. “to” {x}.' }),
      say('reversals.exportChanged', { path: 'Mr. A. Smith.' }),
      foreign('EIO: read.'),
    ]
    const written = inner.map(shown)
    expect(written[0]).toContain('/a. “to” {x}.')
    // A nested text loses its own full stop, and keeps that of a name at its end.
    const within = [written[0]!.slice(0, -1), written[1]!, language === 'ja' ? 'EIO: read.' : 'EIO: read']
    const listed = (name: string): string => {
      if (name === 'lines') return written.join('\n')
      return name === 'reasons' ? within.join('; ') : writeEnumeration(within)
    }
    const wrong: unknown[] = []
    // Several sentences in a row are tested below.
    for (const [key, round] of rounds.filter(([each]) => each !== 'texts.several')) {
      const marked = shown(say(key, valuesOf(key, round, mark)))
      const check = (value: TextValue, expected: (name: string) => string) => {
        const found = shown(
          say(
            key,
            valuesOf(key, round, () => value),
          ),
        )
        if (found !== put(marked, expected)) wrong.push([key, found, 'is not', put(marked, expected)])
      }
      inner.forEach((text, at) => check(text, (name) => (name === 'sentence' ? written : within)[at]!))
      check(inner, listed)
    }
    expect(wrong).toEqual([])
  })

  test.each(languages)('names fields in %s as the window does', async (language) => {
    await showLanguage(language)
    const marked = shown(say('changes.fieldSet', { field: mark('field'), photos: 2 }))
    for (const field of textFields) {
      const text = say('changes.fieldSet', { field, photos: 2 })
      expect(shown(text)).toBe(language === 'en' ? inEnglish(text) : put(marked, () => t(`metadata.field.${field}`)))
    }
  })
})

test('sentences are shown in the language, with its numbers and words', async () => {
  const rated = (stars: number) => say('changes.rated', { photos: 5240, stars })
  expect(translateSentence(rated(3))).toBe('Rated 5,240 photos with 3 stars')
  await showLanguage('de')
  expect(translateSentence(rated(1))).toBe('5.240 Fotos bewertet: 1 Stern')
  expect(translateSentence(say('changes.fieldSet', { field: 'caption', photos: 1 }))).toBe(
    '„Bildunterschrift“ gesetzt: 1 Foto',
  )
  const brush = [
    say('keywords.brushKeyword', { name: 'sea, calm' }),
    say('keywords.brushStars', { stars: 3 }),
    say('keywords.brushNoFlag'),
  ]
  expect(translateSentence(say('keywords.painted', { brush, photos: 2 }))).toBe(
    '„sea, calm“, 3 Sterne, keine Flagge aufgemalt: 2 Fotos',
  )
  await showLanguage('fr')
  expect(translateSentence(say('changes.moved', { photos: 2, place: '/Photos/2024' }))).toBe(
    '2 photos déplacées vers /Photos/2024',
  )
  expect(translateSentence(null)).toBe('')
})

test('sentences in a row are shown one by one, and full stops stay', async () => {
  const undone = say('reversals.undone', { what: say('changes.albumPut', { photos: 3, name: 'Mr. A. Smith' }) })
  await showLanguage('de')
  expect(translateSentence(several([undone, say('reversals.kept', { photos: 1 })]))).toBe(
    'Rückgängig gemacht: 3 Fotos ins Album „Mr. A. Smith“ gelegt. 1 Foto wurde seither geändert und bleibt, wie es ist',
  )
  await showLanguage('ja')
  expect(translateSentence(several([undone, say('reversals.exportGone', { files: 2 })]))).toMatch(
    /^元に戻しました：.*。2.*でした$/,
  )
})

test('foreign text stays unchanged, even within a sentence', async () => {
  await showLanguage('de')
  expect(translateSentence(foreign('EACCES: permission denied'))).toBe('EACCES: permission denied')
  expect(translateSentence(say('reversals.fileStays', { path: '/a/b.jpg', reason: foreign('EIO, read') }))).toBe(
    '/a/b.jpg bleibt: EIO, read',
  )
})

test('names keep their direction within right-to-left texts', async () => {
  await showLanguage('ar')
  expect(translateSentence(say('changes.albumMade', { name: 'Sea' }))).toContain('\u2068Sea\u2069')
})

test('items left out or not found by an import are written in the language, with its plurals', async () => {
  type Loss = 'copy' | 'bin' | 'stack'
  const loss = (count: number, what: Loss) => describeLoss({ count, what: say(`losses.${what}`, { count }), names: [] })
  expect(loss(5240, 'copy')).toBe('5,240 virtual copies')
  await showLanguage('de')
  expect(loss(5240, 'copy')).toBe('5.240 virtuelle Kopien')
  expect(loss(1, 'bin')).toBe('1 Foto im Papierkorb von digiKam')
  await showLanguage('ar')
  expect(loss(2, 'stack')).toBe('رزمتان')
  await showLanguage('fr')
  const unmatched = [{ path: 'a.jpg', reason: say('sources.severalFit') }]
  expect(byReason({ unmatched } as ImportReport)).toEqual([
    ['Plusieurs photos correspondent, aucune n’a donc été choisie.', ['a.jpg']],
  ])
})

test.each<[what: string, text: Text, shown: string]>([
  [
    'a text',
    say('texts.countryCode', { text: 'xyzt' }),
    '„xyzt“ ist kein Ländercode. Einer besteht aus zwei oder drei Buchstaben nach ISO 3166, zum Beispiel PT oder PRT.',
  ],
  [
    'a path',
    say('files.pathReadOnly', { path: '/a/b' }),
    '/a/b liegt auf einem Laufwerk, auf das nicht geschrieben werden kann.',
  ],
  [
    'an update that somebody else signed',
    say('updates.notSigned'),
    'Die Aktualisierung ist nicht vom Herausgeber dieses Programms signiert und wird deshalb nicht installiert. Prüfen Sie die Adresse der Aktualisierungen.',
  ],
  [
    'an update that is not there',
    say('updates.failed', { reason: say('network.answered', { status: 404 }) }),
    'Die Aktualisierung ist nicht gelungen: der Server antwortete 404.',
  ],
  [
    'the address of updates',
    say('errors.inputWrong', { path: 'feed', reason: say('updates.addressScheme') }),
    '„feed“: Die Adresse der Aktualisierungen beginnt mit https://.',
  ],
  ['a damaged file', say('pictures.damagedBy', { detail: 'bad header' }), 'Die Datei ist beschädigt (bad header).'],
  [
    'a photo',
    say('unknown.unchanged', { thing: 'photo', id: 7 }),
    'Ein Foto mit der Nummer 7 gibt es nicht; nichts wurde geändert.',
  ],
  ['an album', say('unknown.thing', { thing: 'album', id: 7 }), 'Ein Album mit der Nummer 7 gibt es nicht.'],
  [
    'tiles',
    say('tiles.unreachable', { host: 'a.org:80', reason: say('network.nobodyListens') }),
    'a.org:80 ist nicht erreichbar: dort antwortet nichts.',
  ],
  [
    'tiles that are none',
    say('tiles.sends', { host: 'a.org', what: say('tiles.redirects') }),
    'a.org schickt statt einer Kachel: eine Weiterleitung nach der anderen. Prüfen Sie die Adresse.',
  ],
  [
    'tiles of another type',
    say('tiles.sends', { host: 'a.org', what: 'text/html' }),
    'a.org schickt statt einer Kachel: text/html. Prüfen Sie die Adresse.',
  ],
  [
    'the analysis',
    say('analysis.notNow', { reason: say('analysis.engineClosed'), remedy: 'freeSpace' }),
    'Fotos können gerade nicht analysiert werden: die Analyse ist beendet. Schaffen Sie Platz auf dem Laufwerk. Es wird von selbst erneut versucht.',
  ],
])('a problem with %s is written in the language', async (_what, text, german) => {
  await showLanguage('de')
  expect(translateSentence(text)).toBe(german)
})

test('models that were not installed are written in the language, with the reason for each address', async () => {
  const failed = (name: string, ...reasons: Text[]) =>
    say('models.notInstalled', { name, sentence: say('models.failed', { reasons }) })
  const at = (host: string, reason: Text) => say('network.ofHost', { host, reason })
  const text = onLines([
    failed('Objects', at('a.org', say('network.cut')), at('b.org', say('network.answered', { status: 404 }))),
    failed('Faces', at('a.org', say('network.stalled'))),
  ])
  await showLanguage('de')
  const [objects, faces] = translateSentence(text).split('\n')
  expect(objects).toMatch(/^Objects wurde nicht installiert: Der Download ist nicht gelungen \(.*\.$/)
  expect(objects).toContain('a.org: die Verbindung brach ab; b.org: der Server antwortete 404')
  expect(faces).toContain('a.org: zu lange kam nichts an')
})

test('an invalid import source, or an unsound catalogue, is written in the language', async () => {
  const [unknown, version, damaged] = [
    say('sources.unknown', { name: 'a.pdf', kind: 'other' }),
    say('sources.otherVersion', { kind: 'digikam', what: say('sources.noTable', { table: 'Tags' }) }),
    say('health.checking', { reason: 'disk image is malformed' }),
  ]
  await showLanguage('de')
  expect(translateSentence(unknown)).toMatch(/^a\.pdf ist eine Datei einer unbekannten Art\. Importiert wird aus /)
  expect(translateSentence(version)).toBe(
    'Diese digiKam-Datenbank hat eine unbekannte Version: Es fehlt eine Tabelle Tags.',
  )
  expect(translateSentence(damaged)).toContain('vielleicht beschädigt (disk image is malformed)')
})

test('the differences of a virtual copy are written in the language, and its texts stay unchanged', async () => {
  const copies = (...names: (Text | string)[]) =>
    describeLost({ count: names.length, what: say('losses.copy', { count: names.length }), names })
  const names = [
    say('copies.differs', {
      name: 'a.jpg, Black and white',
      parts: [
        say('copies.rating', { value: 5 }),
        say('keywords.brushRejected'),
        say('keywords.brushNoLabel'),
        say('copies.title', { value: 'Sea, calm: or not' }),
        say('copies.caption', { value: 'At night.' }),
      ],
    }),
    say('copies.differs', { name: 'b.jpg', parts: [say('keywords.brushNoFlag'), say('copies.noTitle')] }),
    'c.jpg',
  ]
  expect(copies(...names)).toEqual([
    'a.jpg, Black and white: rating 5, rejected, no label, title Sea, calm: or not, caption At night.',
    'b.jpg: no flag, no title',
    'c.jpg',
  ])
  await showLanguage('de')
  expect(copies(...names)).toEqual([
    'a.jpg, Black and white: Bewertung 5, abgelehnt, keine Farbmarkierung, Titel Sea, calm: or not, Bildunterschrift At night.',
    'b.jpg: keine Flagge, kein Titel',
    'c.jpg',
  ])
  await showLanguage('ja')
  expect(copies(names[0]!)[0]).toMatch(/^.*a\.jpg.*：.*キャプション .*At night.*\.$/)
})
