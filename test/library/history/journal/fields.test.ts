import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { textFields } from '../../../../src-main/contract/library/text-fields.ts'
import { find, metadata, openWithRoot } from '../../catalog/library.ts'

const openPhotos = () => {
  const { catalog, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg') as [number, number]
  const fileSays = (id: number, part: Parameters<typeof metadata>[0]) =>
    catalog.files.saveMetadata([{ id, metadata: metadata(part), width: 1, height: 1 }])
  return { catalog, a, b, fileSays }
}

test('several fields are one change; each wins over the file, is searchable, survives a reread, and is undone', () => {
  const { catalog, a, b, fileSays } = openPhotos()
  fileSays(a, { city: 'Wien', headline: 'Of the file' })
  catalog.changes.apply({
    kind: 'fields',
    ids: [a, b],
    values: { city: ' Łódź ', creatorEmail: 'zoe@example.com', countryCode: 'pol', headline: '' },
  })
  const textsOf = (id: number) => {
    const { city, creatorEmail, countryCode, headline } = catalog.photos.detail(id).metadata
    return { city, creatorEmail, countryCode, headline }
  }
  const given = { city: 'Łódź', creatorEmail: 'zoe@example.com', countryCode: 'POL', headline: '' }
  expect([textsOf(a), textsOf(b)]).toEqual([given, given])
  fileSays(a, { city: 'Graz', headline: 'Of the file' })
  expect(textsOf(a)).toEqual(given)
  expect([find(catalog, { text: 'city:łódź' }), find(catalog, { text: 'credit:łódź' })]).toEqual([[a, b], []])
  expect([find(catalog, { text: 'łódź' }), find(catalog, { text: 'graz' })]).toEqual([[a, b], []])
  catalog.changes.apply({ kind: 'fields', ids: [a], values: { headline: null } })
  expect(textsOf(a).headline).toBe('Of the file')
  catalog.changes.undo()
  catalog.changes.undo()
  expect(textsOf(a)).toEqual({ city: 'Graz', creatorEmail: null, countryCode: null, headline: 'Of the file' })
  expect(find(catalog, { text: 'graz' })).toEqual([a])
  catalog.changes.redo()
  expect([textsOf(a), textsOf(b)]).toEqual([given, given])
  expect(catalog.changes.history(2).map(({ sentence }) => inEnglish(sentence))).toEqual([
    'Gave 1 photo the headline of the file',
    'Set 4 fields of 2 photos',
  ])
})

test('every field can be set, and none to a word it does not accept', () => {
  const { catalog, a } = openPhotos()
  const values = {
    copyrightStatus: 'copyrighted',
    countryCode: 'AT',
    creatorEmail: 'a@b.example',
    creatorWeb: 'b.example',
  }
  const all = Object.fromEntries(textFields.map((field) => [field, `the ${field}`]))
  catalog.changes.apply({
    kind: 'fields',
    ids: [a],
    values: { ...all, ...values, copyrightUrl: 'https://b.example/c' },
  })
  expect(catalog.photos.detail(a).metadata).toMatchObject({ ...all, ...values, copyrightUrl: 'https://b.example/c' })
  for (const wrong of [
    { countryCode: 'Austria' },
    { copyrightStatus: 'mine' },
    { creatorEmail: 'me' },
    { copyrightUrl: 'me' },
  ])
    expect(() => catalog.changes.apply({ kind: 'fields', ids: [a], values: wrong })).toThrow('“')
})

test("a position wins over the file's, and can be removed, set again and undone", () => {
  const { catalog, a, b, fileSays } = openPhotos()
  const where = () => {
    const { latitude, longitude, altitude } = catalog.photos.detail(a).metadata
    return [latitude, longitude, altitude]
  }
  fileSays(a, { latitude: 48.2, longitude: 16.37, altitude: 171 })
  catalog.changes.apply({
    kind: 'position',
    ids: [a, b],
    position: { latitude: -33.9, longitude: 18.4, altitude: null },
  })
  fileSays(a, { latitude: 48.3, longitude: 16.37, altitude: 171 })
  expect(where()).toEqual([-33.9, 18.4, null])
  expect(find(catalog, { text: 'within:-34/18/-33/19' })).toEqual([a, b])
  catalog.changes.apply({ kind: 'position', ids: [a], position: 'nowhere' })
  expect(where()).toEqual([null, null, null])
  expect(find(catalog, { text: 'is:located' })).toEqual([b])
  catalog.changes.apply({ kind: 'position', ids: [a], position: null })
  expect(where()).toEqual([48.3, 16.37, 171])
  for (let step = 0; step < 2; step++) catalog.changes.undo()
  expect(where()).toEqual([-33.9, 18.4, null])
  catalog.changes.undo()
  expect([where(), find(catalog, { text: 'is:located' })]).toEqual([[48.3, 16.37, 171], [a]])
})

test('a time may include its offset', () => {
  const { catalog, a } = openPhotos()
  catalog.changes.apply({ kind: 'taken-at', ids: [a], takenAt: '2022-07-04T18:30:00+05:30' })
  expect(catalog.photos.detail(a).metadata).toMatchObject({ takenAt: '2022-07-04T18:30:00', offset: '+05:30' })
  expect(catalog.photos.tiles([a])[0]!.takenAt).toBe('2022-07-04T18:30:00')
  catalog.changes.undo()
  expect(catalog.photos.detail(a).metadata).toMatchObject({ takenAt: null, offset: null })
})

test('templates are saved, renamed, removed and restored', () => {
  const { catalog } = openPhotos()
  const { templates, changes } = catalog
  const id = templates.newId()
  const template = { name: 'Agency', fields: { credit: 'Agency', copyright: '© {year} Zoë' } }
  changes.apply({ kind: 'metadata-template', ids: [0], id, name: 'Agency', template })
  expect(templates.list()).toEqual([{ id, ...template }])
  expect(() => templates.requireFreeName('AGENCY')).toThrow('Agency')
  changes.apply({ kind: 'metadata-template', ids: [0], id, name: 'Agency', template: null })
  expect([templates.list(), templates.newId()]).toEqual([[], id + 1])
  changes.undo()
  expect(templates.get(id)).toEqual({ id, ...template })
})
