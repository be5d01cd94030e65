import { describe, expect, test } from 'vitest'
import { DateTrack, NAME_HEIGHT } from '../../../src-renderer/grid/date-track.ts'

/** Height of the track in windows 700, 1024 and 1440 pixels high. */
const HEIGHTS = { 700: 632, 1024: 956, 1440: 1372 }

/** A list with one day in each of this many years, from 2025 back, and some undated photos. */
const daysOf = (years: number, countOf: (place: number) => number) => [
  ...Array.from({ length: years }, (_, place) => ({ day: `${2025 - place}-06-15`, count: countOf(place) })),
  { day: null, count: 30 },
]
const shapes = {
  'as many each year': () => 100,
  'nearly all in one year': (place: number) => (place === 0 ? 50_000 : 3),
  'nearly all in the last year': (place: number) => (place === 1 ? 50_000 : 1),
}

describe.each([2, 12, 60])('a list of %i years', (years) => {
  const cases = Object.keys(HEIGHTS).flatMap((window) => Object.keys(shapes).map((shape) => [window, shape] as const))
  test.each(cases)('has each of them beside it in a window of %s pixels, %s', (window, shape) => {
    const height = HEIGHTS[window as unknown as keyof typeof HEIGHTS]
    const track = new DateTrack(daysOf(years, shapes[shape as keyof typeof shapes]), height)
    const wanted = [...Array.from({ length: years }, (_, place) => `${2025 - place}`), null]
    expect(track.marks.map(({ year }) => year)).toEqual(wanted)

    const named = track.marks.filter(({ isNamed }) => isNamed)
    for (const [place, { top }] of named.slice(1).entries())
      expect(top - named[place]!.top).toBeGreaterThanOrEqual(NAME_HEIGHT - 0.1)
    expect(named.at(-1)!.year).toBeNull()
    // A year has a name if all fit, otherwise every second one.
    expect(named.length).toBeGreaterThanOrEqual(wanted.length * NAME_HEIGHT <= height ? wanted.length : years / 2)

    for (const mark of track.marks) {
      const middle = mark.top + Math.min(NAME_HEIGHT, mark.height) / 2
      expect(track.markAt(middle)?.year).toBe(mark.year)
      // Any other position also leads to the year there.
      for (const place of [mark.top, mark.top + mark.height / 2, mark.top + mark.height - 0.1])
        expect(track.dayOf(track.indexAt(place))?.slice(0, 4) ?? null).toBe(mark.year)
    }
  })
})

const days = [
  { day: '2024-03-14', count: 500 },
  { day: '2024-03-13', count: 5 },
  { day: '2023-03-12', count: 495 },
  { day: null, count: 1000 },
]

test('photos lie along the track in order, from top to end, and each has its day', () => {
  const track = new DateTrack(days, 600)
  const indices = [0, 499, 500, 504, 505, 999, 1000, 1999]
  expect(indices.map((index) => track.dayOf(index))).toEqual([
    '2024-03-14',
    '2024-03-14',
    '2024-03-13',
    '2024-03-13',
    '2023-03-12',
    '2023-03-12',
    null,
    null,
  ])
  const places = indices.map((index) => track.placeOf(index))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect([track.placeOf(0), track.placeOf(2000)]).toEqual([0, 600])
  expect(indices.map((index) => track.indexAt(track.placeOf(index + 0.5)))).toEqual(indices)
  expect([track.indexAt(-5), track.indexAt(600), track.indexAt(900)]).toEqual([0, 1999, 1999])
})

test('a day with many photos sticks out at its place in the list, and undated photos do not', () => {
  const density = new DateTrack(days, 600).density(20)
  expect(density).toHaveLength(20)
  expect(density[2]).toBe(1)
  expect(density[8]).toBeLessThan(1)
  expect(density[8]).toBeGreaterThan(0.9)
  expect(density.slice(12)).toEqual(Array.from({ length: 8 }, () => 0))
})

test('an empty list has no density and no year, and many single days have equal ones', () => {
  const none = new DateTrack([], 600)
  expect([none.density(4), none.marks, none.indexAt(10), none.placeOf(0), none.dayOf(0)]).toEqual([
    [0, 0, 0, 0],
    [],
    0,
    0,
    null,
  ])
  const single = Array.from({ length: 100 }, (_, day) => ({ day: `2024-01-${day}`, count: 3 }))
  expect(new Set(new DateTrack(single, 600).density(10)).size).toBe(1)
})

test('before the track has a height, its years are there', () => {
  expect(new DateTrack(days, 0).marks.map(({ year, first }) => [year, first])).toEqual([
    ['2024', 0],
    ['2023', 505],
    [null, 1000],
  ])
})
