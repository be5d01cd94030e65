import { expect, test } from 'vitest'
import { readMovie } from '../../../../src-main/base/formats/isobmff/movie.ts'
import { mediaBox, movieFile } from '../../../fixtures/movie-files.ts'
import { seededRandom } from '../../../fixtures/random.ts'

const spec = { width: 1920, height: 1080, durationMs: 12_500 }

test('size and length of a film, wherever its header is', () => {
  for (const isLast of [false, true])
    for (const isLong of [false, true]) expect(readMovie(movieFile({ ...spec, isLast, isLong }))).toEqual(spec)
})

test('a film recorded upright is upright', () => {
  expect(readMovie(movieFile({ ...spec, isTurned: true }))).toEqual({ ...spec, width: 1080, height: 1920 })
})

test('a film without a header has no size or length, and one may lack only the length', () => {
  expect(readMovie(mediaBox('ftyp', Buffer.alloc(8)))).toBeNull()
  expect(readMovie(movieFile({ ...spec, durationMs: 0 }))).toMatchObject({ durationMs: null })
  expect(readMovie(mediaBox('moov'))).toEqual({ width: 0, height: 0, durationMs: null })
})

test('films changed at random or truncated cause no error', () => {
  const random = seededRandom(5)
  const whole = movieFile(spec)
  for (let run = 0; run < 500; run++) {
    const changed = Buffer.from(whole)
    for (let i = 0; i < 4; i++) changed[Math.floor(random() * 500)] = Math.floor(random() * 256)
    const cut = changed.subarray(0, random() < 0.3 ? Math.floor(random() * 600) : changed.length)
    expect(() => readMovie(cut)).not.toThrow()
  }
})
