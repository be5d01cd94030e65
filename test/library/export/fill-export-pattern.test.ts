import { describe, expect, test } from 'vitest'
import { exportNameFields } from '../../../src-main/contract/library/export-settings.ts'
import {
  checkExportPattern,
  fillExportPattern,
  fillText,
} from '../../../src-main/library/export/fill-export-pattern.ts'
import { numberedName } from '../../../src-main/library/file-names/numbered-name.ts'

const values = {
  photoName: 'Beach day.final.JPG',
  width: 1080,
  height: 1350,
  takenAt: '2024-05-06T07:08:09',
  camera: 'EOS R5',
  lens: 'RF 50mm F1.2 L',
  rating: 4,
  label: 'Red',
  title: 'Sun/sea',
  creator: 'Zoë',
  city: 'Rome',
  country: 'Italy',
  counter: 7,
  photos: 12,
  folder: '2024',
  album: 'Best of',
}
const fill = (pattern: string, more: Partial<typeof values> & { takenAt?: string | null } = {}): string => {
  const { folders, stem } = fillExportPattern(pattern, { ...values, ...more })
  return [...folders, stem].join('/')
}

describe('fillExportPattern', () => {
  test('knows every field of the contract', () => {
    expect(fill(exportNameFields.map((name) => `{${name}}`).join(' '))).toBe(
      'Beach day.final 1080 1350 1080x1350 2024-05-06 2024 05 06 070809 EOS R5 RF 50mm F1.2 L 4 Red Sun_sea Zoë Rome Italy 007 2024 Best of',
    )
    expect(fill('{date}', { takenAt: null } as never)).toBe('undated')
    expect(fill('{name}', { photoName: '.hidden' })).toBe('hidden')
    expect(fill('{counter}', { photos: 20_000 })).toBe('00007')
  })

  test('turns slashes into folders, and leaves out empty parts', () => {
    expect(fill('{year}/{month}/{name}')).toBe('2024/05/Beach day.final')
    expect(fill('{album}/{title}/{name}_{label}_{size}', { album: '', title: '..', label: '' })).toBe(
      'Beach day.final_1080x1350',
    )
    expect(fill('{title}', { title: '' })).toBe('photo')
    expect(fill('../../{name}')).toBe('Beach day.final')
  })

  test('reports an unknown field', () => {
    expect(() => checkExportPattern('{name}-{iso}')).toThrow('{iso}')
    expect(() => checkExportPattern('{constructor}')).toThrow('{constructor}')
    expect(() => checkExportPattern('a/'.repeat(11) + 'b')).toThrow('at most 10 folders')
  })

  test('fills texts that are not file names', () => {
    expect(fillText('© {year} {creator} {nothing}', values)).toBe('© 2024 Zoë {nothing}')
  })
})

describe('right-to-left names', () => {
  const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

  test.each([
    ['صورة.jpg', '{name}_{size}', 'صورة_1080x1350'],
    ['שלום.jpg', '{name}_{size}', 'שלום_1080x1350'],
    ['صورة 12.jpg', '{date}_{name}_{counter}', '2024-05-06_صورة 12_007'],
    ['\u202bصورة\u202c.jpg', '{name}_{size}', 'صورة_1080x1350'],
  ])('%s with %s follows the pattern', (photoName, pattern, expected) => {
    expect(fill(pattern, { photoName })).toBe(expected)
    expect(fill(pattern, { photoName })).not.toMatch(controls)
    expect(numberedName(expected, '.jpg', 2)).toBe(`${expected} (2).jpg`)
  })
})

describe('long names', () => {
  test.each([
    [{ photoName: `${'ä'.repeat(150)}.jpg` }, '{name}_{size}', `${'ä'.repeat(95)}_1080x1350`],
    [{ photoName: `${'海'.repeat(150)}.jpg` }, '{name}_{size}_{counter}', `${'海'.repeat(62)}_1080x1350_007`],
    [
      { title: 'x'.repeat(400) },
      '{title}/{name}_{title}_{date}',
      `${'x'.repeat(200)}/Beach day.final_${'x'.repeat(173)}_2024-05-06`,
    ],
    // An emoji of a family of four is one character of 25 bytes.
    [{ photoName: '👨‍👩‍👧‍👦'.repeat(9) }, '{name} print', `${'👨‍👩‍👧‍👦'.repeat(7)} print`],
  ])('%j with %s are shortened within the long field', (more, pattern, expected) => {
    expect(fill(pattern, more)).toBe(expected)
  })
})
