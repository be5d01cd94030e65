import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../fixtures/reads.ts'
import { expect, test } from 'vitest'
import { applyTemplate, requireSound } from '../../../src-main/library/editing/apply-template.ts'
import { pasteMetadata } from '../../../src-main/library/editing/paste-metadata.ts'
import { openEditing } from './editing-library.ts'

const open = () =>
  openEditing({
    'a.jpg': { takenAt: '2023-07-01T23:30:00', city: 'Wien' },
    'sub/b.jpg': { takenAt: '2024-01-15T12:00:00' },
    'c.jpg': { takenAt: '2024-02-15T12:00:00', headline: 'Old' },
  })

test('placeholders are filled from each photo; the result is one change', async () => {
  const { catalog, ids, detail, changes } = open()
  const fields = { copyright: '© {year} Zoë {{me}}', jobId: '{name} {folder}', headline: '', city: '{city}' }
  const { sentence } = await applyTemplate({ catalog, changes }, { id: 1, name: 'Agency', fields }, ids)
  expect(inEnglish(sentence)).toBe('Applied the template “Agency” to 3 photos')
  expect(detail(0)).toMatchObject({ copyright: '© 2023 Zoë {me}', jobId: 'a photos', headline: '', city: 'Wien' })
  expect(detail(1)).toMatchObject({ copyright: '© 2024 Zoë {me}', jobId: 'b sub' })
  catalog.changes.undo()
  expect(detail(2)).toMatchObject({ copyright: null, headline: 'Old' })
})

test('a template without placeholders is one change of fields; an invalid one is refused with a reason', async () => {
  const { catalog, ids, changes } = open()
  await applyTemplate({ catalog, changes }, { id: 1, name: 'Me', fields: { creator: 'Zoë' } }, ids)
  expect(catalog.changes.history(1)[0]).toMatchObject({ sentence: reads('Applied the template “Me” to 3 photos') })
  expect(() => requireSound({ fields: { credit: '{yaer}' } })).toThrow('{yaer} is no placeholder')
  expect(() => requireSound({ fields: { countryCode: 'Austria' } })).toThrow('no country code')
})

test('copied metadata is pasted as one change, tags and stars included', async () => {
  const { catalog, ids, detail, changes } = open()
  const given = {
    texts: { credit: 'Agency' },
    position: { latitude: 48.2, longitude: 16.4, altitude: null },
    date: { takenAt: '2020-01-01T00:00:00', offset: '+01:00' },
    rating: 4,
    label: 'Red',
    tags: ['Vienna'],
  }
  expect(await pasteMetadata({ changes }, ids, given)).toMatchObject({
    sentence: reads('Pasted metadata into 3 photos'),
  })
  expect(detail(1)).toMatchObject({
    credit: 'Agency',
    latitude: 48.2,
    takenAt: '2020-01-01T00:00:00',
    offset: '+01:00',
  })
  expect(catalog.photos.tiles(ids)).toMatchObject(Array(3).fill({ rating: 4, label: 'Red' }))
  catalog.changes.undo()
  expect(detail(1)).toMatchObject({ credit: null, latitude: null, takenAt: '2024-01-15T12:00:00' })
  await expect(pasteMetadata({ changes }, ids, {})).rejects.toThrow('Nothing is given')
})
