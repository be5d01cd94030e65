import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPattern, fillPattern, numberedName, safeName } from '../../../src-main/core/export/file-names.ts'
import { planNames } from '../../../src-main/core/export/plan-names.ts'

const facts = {
  photoName: 'Beach day.final.JPG',
  width: 1080,
  height: 1350,
  takenAt: '2024-05-06T07:08:09',
  rating: 4,
  counter: 7,
}

describe('fillPattern', () => {
  test('knows every field', () => {
    expect(fillPattern('{name} {width} {height} {size} {date} {rating} {counter}', facts)).toBe(
      'Beach day.final 1080 1350 1080x1350 2024-05-06 4 007',
    )
    expect(fillPattern('{date}', { ...facts, takenAt: null })).toBe('undated')
    expect(fillPattern('{name}', { ...facts, photoName: '.hidden' })).toBe('hidden')
  })

  test('names an unknown field', () => {
    expect(() => checkPattern('{name}-{iso}')).toThrow('{iso}')
    expect(() => checkPattern('{constructor}')).toThrow('{constructor}')
  })
})

describe('safeName', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a<b>c:d"e/f\\g|h?i*j', 'a_b_c_d_e_f_g_h_i_j'],
    ['CON', '_CON'],
    ['com1.old', '_com1.old'],
    ['trailing. . ', 'trailing'],
    ['   ', 'photo'],
    ['…', '…'],
    ['e\u0301t\u00e9', '\u00e9t\u00e9'],
    ['line\nbreak\u202egpj', 'line_break_gpj'],
  ])('%j becomes %j', (given, expected) => expect(safeName(given)).toBe(expected))

  test('gives a name that every system takes, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (given) => {
        const name = safeName(given)
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u)
        expect(name).not.toMatch(/^[.\s]|[.\s]$/)
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
        expect(Buffer.byteLength(numberedName(name, '.jpg', 99_999))).toBeLessThanOrEqual(255)
        expect(name.length).toBeGreaterThan(0)
        expect(safeName(name)).toBe(name)
      }),
      { numRuns: 500 },
    )
  })
})

describe('planNames', () => {
  const photo = (id: number, name: string) => ({ id, name, rating: 0, takenAt: null })

  test('numbers names that meet, also where only the case differs', () => {
    const files = planNames(
      [photo(1, 'A.jpg'), photo(2, 'a.png'), photo(3, 'a (2).jpg'), photo(4, 'A.JPG')],
      [{ width: 8, height: 8 }],
      '{name}',
      'webp',
    )
    expect(files.map(({ fileName }) => fileName)).toEqual(['A.webp', 'a (2).webp', 'a (2) (2).webp', 'A (3).webp'])
  })

  test('counts files photo by photo', () => {
    const sizes = [
      { width: 8, height: 8 },
      { width: 16, height: 9 },
    ]
    expect(
      planNames([photo(1, 'x.jpg'), photo(2, 'y.jpg')], sizes, '{counter}_{size}', 'jpeg').map(
        ({ fileName }) => fileName,
      ),
    ).toEqual(['001_8x8.jpg', '002_16x9.jpg', '003_8x8.jpg', '004_16x9.jpg'])
  })

  test('never plans one name twice', () => {
    const name = fc.constantFrom('a', 'A', 'a (2)', 'a (3)', 'A (2)', 'b', 'a (2) (2)')
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), (names) => {
        const planned = planNames(
          names.map((stem, i) => photo(i, `${stem}.jpg`)),
          [{ width: 1, height: 1 }],
          '{name}',
          'jpeg',
        ).map(({ fileName }) => fileName.toLowerCase())
        expect(new Set(planned).size).toBe(names.length)
      }),
    )
  })
})
