import { afterEach, expect, test } from 'vitest'
import type { ImportReport } from '../../../src-main/contract/library/travel.ts'
import { say } from '../../../src-main/contract/sentences/say.ts'
import { sentences, type SentenceKey, templateOf } from '../../../src-main/contract/sentences/sentences.ts'
import { parseTemplate } from '../../../src-main/contract/sentences/template.ts'
import { showLanguage } from '../../../src-renderer/locales/messages.ts'
import { byReason, describeLoss, describeLost } from '../../../src-renderer/transfer/import-words.ts'
import { translateSentence } from '../../../src-renderer/locales/translate-sentence.ts'
import { windowLanguages } from '../../../src-renderer/locales/window-languages.ts'

afterEach(() => showLanguage('en'))

const keys = Object.entries(sentences).flatMap(([area, texts]) =>
  Object.keys(texts).map((name) => `${area}.${name}` as SentenceKey),
)
const sampleOf = (key: SentenceKey): string =>
  say(
    key,
    Object.fromEntries(
      parseTemplate(templateOf(key)).flatMap((piece) => {
        if (piece.kind === 'text') return []
        return [[piece.name, piece.kind === 'value' ? `Name-${piece.name}` : piece.kind === 'select' ? 'other' : 3]]
      }),
    ),
  )
const others = windowLanguages.map(({ code }) => code).filter((code) => code !== 'en')

test.each(others)('every sentence is shown in %s with its values', async (language) => {
  await showLanguage(language)
  for (const key of keys) {
    const sentence = sampleOf(key)
    const shown = translateSentence(sentence)
    if (/[a-z]{2}/.test(templateOf(key).replaceAll(/\{[^{}]*\}/g, ''))) expect(shown, key).not.toBe(sentence)
    for (const [name] of sentence.matchAll(/Name-\w+/g)) expect(shown, key).toContain(name)
    expect(shown.endsWith('.') || shown.endsWith('。'), key).toBe(sentence.endsWith('.'))
  }
})

test('sentences are shown in the language, with its numbers and its words', async () => {
  expect(translateSentence('Rated 5,240 photos with 3 stars')).toBe('Rated 5,240 photos with 3 stars')
  await showLanguage('de')
  expect(translateSentence('Rated 5,240 photos with 1 star')).toBe('5.240 Fotos bewertet: 1 Stern')
  expect(translateSentence('Set the caption of 1 photo')).toBe('„Bildunterschrift“ gesetzt: 1 Foto')
  expect(translateSentence('Painted “sea, calm”, 3 stars, no flag on 2 photos')).toBe(
    '„sea, calm“, 3 Sterne, keine Flagge aufgemalt: 2 Fotos',
  )
  await showLanguage('fr')
  expect(translateSentence('Moved 2 photos to /Photos/2024')).toBe('2 photos déplacées vers /Photos/2024')
})

test('sentences that follow one another are shown one by one, and stops stay as they are', async () => {
  await showLanguage('de')
  const undone = 'Undone: Put 3 photos into the album “Mr. A. Smith”'
  expect(translateSentence(`${undone}. 1 photo was changed since and stays as it is`)).toBe(
    'Rückgängig gemacht: 3 Fotos ins Album „Mr. A. Smith“ gelegt. 1 Foto wurde seither geändert und bleibt, wie es ist',
  )
  await showLanguage('ja')
  expect(translateSentence(`${undone}. 2 files gone before`)).toMatch(/^元に戻しました：.*。2.*でした$/)
})

test('what is not known stays as it is, also within what is', async () => {
  await showLanguage('de')
  expect(translateSentence('EACCES: permission denied')).toBe('EACCES: permission denied')
  expect(translateSentence('/a/b.jpg stays: EIO, read')).toBe('/a/b.jpg bleibt: EIO, read')
})

test('names keep their direction within texts that run from right to left', async () => {
  await showLanguage('ar')
  expect(translateSentence('Made the album “Sea”')).toContain('\u2068Sea\u2069')
})

test('what an import leaves out or does not find is told in the language, by its plurals', async () => {
  const loss = (count: number, what: string) => describeLoss({ count, what, names: [] })
  expect(loss(5240, 'virtual copies')).toBe('5,240 virtual copies')
  await showLanguage('de')
  expect(loss(5240, 'virtual copies')).toBe('5.240 virtuelle Kopien')
  expect(loss(1, "photo in digiKam's bin")).toBe('1 Foto im Papierkorb von digiKam')
  await showLanguage('ar')
  expect(loss(2, 'stacks')).toBe('رزمتان')
  await showLanguage('fr')
  const unmatched = [{ path: 'a.jpg', reason: 'More than one photo fits, so that none was chosen.' }]
  expect(byReason({ unmatched } as ImportReport)).toEqual([
    ['Plusieurs photos correspondent, aucune n’a donc été choisie.', ['a.jpg']],
  ])
})

test.each([
  [
    'a text',
    '“xyzt” is no country code. Two or three letters of ISO 3166 are one, such as PT or PRT.',
    '„xyzt“ ist kein Ländercode. Einer besteht aus zwei oder drei Buchstaben nach ISO 3166, zum Beispiel PT oder PRT.',
  ],
  [
    'a path',
    '/a/b is on a disk that cannot be written to.',
    '/a/b liegt auf einem Laufwerk, auf das nicht geschrieben werden kann.',
  ],
  [
    'an update that somebody else signed',
    'The update is not signed by the publisher of this program, so it is not installed. Check the address of updates.',
    'Die Aktualisierung ist nicht vom Herausgeber dieses Programms signiert und wird deshalb nicht installiert. Prüfen Sie die Adresse der Aktualisierungen.',
  ],
  [
    'an update that is not there',
    'The update did not succeed: the server answered 404.',
    'Die Aktualisierung ist nicht gelungen: der Server antwortete 404.',
  ],
  [
    'the address of updates',
    '"feed": The address of updates begins with https://.',
    '„feed“: Die Adresse der Aktualisierungen beginnt mit https://.',
  ],
  ['a damaged file', 'The file is damaged (bad header).', 'Die Datei ist beschädigt (bad header).'],
  [
    'a photo',
    'There is no photo with the id 7; nothing was changed.',
    'Ein Foto mit der Nummer 7 gibt es nicht; nichts wurde geändert.',
  ],
  ['an album', 'There is no album with the id 7.', 'Ein Album mit der Nummer 7 gibt es nicht.'],
  [
    'tiles',
    'a.org:80 cannot be reached: nothing listens there.',
    'a.org:80 ist nicht erreichbar: dort antwortet nichts.',
  ],
  [
    'tiles that are none',
    'a.org sends one redirect after another instead of a tile. Check its address.',
    'a.org schickt statt einer Kachel: eine Weiterleitung nach der anderen. Prüfen Sie die Adresse.',
  ],
  [
    'tiles of another type',
    'a.org sends text/html instead of a tile. Check its address.',
    'a.org schickt statt einer Kachel: text/html. Prüfen Sie die Adresse.',
  ],
  [
    'the analysis',
    'Photos cannot be analysed now: the engine is closed. Free some space on the disk. It is tried again by itself.',
    'Fotos können gerade nicht analysiert werden: die Analyse ist beendet. Schaffen Sie Platz auf dem Laufwerk. Es wird von selbst erneut versucht.',
  ],
])('what is wrong with %s is told in the language', async (_what, sentence, shown) => {
  await showLanguage('de')
  expect(translateSentence(sentence)).toBe(shown)
})

test('models that were not installed are told in the language, with the reason of each address', async () => {
  const failed = (name: string, reasons: string) =>
    `${name} was not installed: The download did not succeed (${reasons}). Check the network and try again: it goes on where it stopped.`
  const sentence = `${failed('Objects', 'a.org: the connection was cut; b.org: the server answered 404')}
${failed('Faces', 'a.org: nothing arrived for too long')}`
  await showLanguage('de')
  const [objects, faces] = translateSentence(sentence).split('\n')
  expect(objects).toMatch(/^Objects wurde nicht installiert: Der Download ist nicht gelungen \(/)
  expect(objects).toContain('a.org: die Verbindung brach ab; b.org: der Server antwortete 404')
  expect(faces).toContain('a.org: zu lange kam nichts an')
})

test('what is no source of an import is said in the language, and so is a catalogue that is not sound', async () => {
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

test('what a virtual copy says otherwise is told in the language, and its texts stay as they are', async () => {
  const copies = (...names: string[]) => describeLost({ count: names.length, what: 'virtual copies', names })
  const names = [
    'a.jpg, Black and white: rating 5, rejected, no label, title Sea, calm: or not, caption At night.',
    'b.jpg: no flag, no title',
    'c.jpg',
  ]
  expect(copies(...names)).toEqual(names)
  await showLanguage('de')
  expect(copies(...names)).toEqual([
    'a.jpg, Black and white: Bewertung 5, abgelehnt, keine Farbmarkierung, Titel Sea, calm: or not, Bildunterschrift At night.',
    'b.jpg: keine Flagge, kein Titel',
    'c.jpg',
  ])
  const places = { count: 1, what: 'place of a named face', names: ['a.jpg: title Ada'] }
  expect(describeLost(places)).toEqual(['a.jpg: title Ada'])
  await showLanguage('ja')
  expect(copies('a.jpg: caption At night.', 'b.jpg')[0]).toMatch(/^.*a\.jpg.*：キャプション .*At night.*\.$/)
})
