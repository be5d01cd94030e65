import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { applyTrack, previewTrack } from '../../../src-main/library/editing/place-by-track.ts'
import { readGpx } from '../../../src-main/library/editing/read-gpx.ts'
import { Tracks } from '../../../src-main/library/editing/tracks.ts'
import { openEditing } from './editing-library.ts'

type Point = readonly [time: string, latitude: number, longitude: number, altitude?: number]
const gpx = (...points: Point[]) =>
  Buffer.from(
    `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points
      .map(([time, lat, lon, ele]) => {
        const height = ele === undefined ? '' : `<ele>${ele}</ele>`
        return `<trkpt lat="${lat}" lon="${lon}">${height}<time>${time}</time></trkpt>`
      })
      .join('')}</trkseg></trk></gpx>`,
  )
const walk = gpx(
  ['2024-07-01T10:00:00Z', 48, 16, 100],
  ['2024-07-01T10:04:00Z', 48.4, 16.8, 200],
  ['2024-07-01T11:00:00Z', 49, 17, 300],
)
const options = { zone: null, clockAheadS: 0, maxGapS: 300, overwrites: false }

const open = () => {
  const tracks = new Tracks()
  const library = openEditing({
    'between.jpg': { takenAt: '2024-07-01T12:01:00', offset: '+02:00' },
    'in a gap.jpg': { takenAt: '2024-07-01T12:30:00', offset: '+02:00' },
    'just after.jpg': { takenAt: '2024-07-01T13:00:40', offset: '+02:00' },
    'no zone.jpg': { takenAt: '2024-07-01T12:01:00' },
    'placed.jpg': { takenAt: '2024-07-01T12:01:00', offset: '+02:00', latitude: 1, longitude: 2 },
  })
  return { ...library, tracks, track: tracks.add('walk.gpx', walk) }
}

test('photos are placed between track points but not across gaps; existing positions stay', async () => {
  const { track, ids, detail, catalog, ...library } = open()
  expect(track).toMatchObject({ points: 3, fromMs: Date.parse('2024-07-01T10:00:00Z') })
  const asked = { ids, options: { ...options, tracks: [track.id] } }
  expect(previewTrack({ catalog, ...library }, { ...asked, shown: 1 })).toMatchObject({
    matched: 2,
    outside: 1,
    undated: 1,
    kept: 1,
    photos: [{ name: 'between.jpg', latitude: expect.closeTo(48.1, 9) as number }],
  })
  const { sentence } = await applyTrack({ catalog, ...library }, asked)
  expect(inEnglish(sentence)).toBe('Placed 2 photos by the track walk.gpx')
  expect(detail(0)).toMatchObject({ latitude: 48.1, longitude: 16.2, altitude: 125 })
  expect(detail(2)).toMatchObject({ latitude: 49, longitude: 17, altitude: 300 })
  expect([detail(1).latitude, detail(4).latitude]).toEqual([null, 1])
  catalog.changes.undo()
  expect([detail(0).latitude, detail(2).latitude]).toEqual([null, null])
})

test("several tracks are shown as the first name and their number, in the reader's language", async () => {
  const { tracks, track, ids, catalog, ...library } = open()
  const more = ['a.gpx', 'b.gpx'].map((name) => tracks.add(name, walk).id)
  const asked = { ids, options: { ...options, tracks: [track.id, ...more] } }
  const { sentence } = await applyTrack({ catalog, tracks, ...library }, asked)
  expect(inEnglish(sentence)).toBe('Placed 2 photos by the track walk.gpx and 2 more')
  expect(sentence.values).toMatchObject({ name: { key: 'texts.andMore' } })
})

test("the person chooses the camera's clock and zone, the gap, and whether to overwrite", () => {
  const { track, ids, catalog, ...library } = open()
  const matched = (more: object) =>
    previewTrack({ catalog, ...library }, { ids, options: { ...options, tracks: [track.id], ...more }, shown: 9 })
  expect(matched({ zone: 'Europe/Vienna' })).toMatchObject({ matched: 3, undated: 0 })
  expect(matched({ maxGapS: 3600 })).toMatchObject({ matched: 3, outside: 0 })
  expect(matched({ overwrites: true })).toMatchObject({ matched: 3, kept: 0 })
  expect(matched({ clockAheadS: 60 }).photos[0]).toMatchObject({ latitude: 48, longitude: 16 })
  expect(() => matched({ tracks: ['gone'] })).toThrow('Choose its file again')
})

test('a track across the date line takes the short way; an invalid track is refused with a reason', () => {
  const tracks = new Tracks()
  const { id } = tracks.add('pacific.gpx', gpx(['2024-07-01T10:00:00Z', 0, 179], ['2024-07-01T10:02:00Z', 0, -179]))
  const { ids, catalog, ...library } = openEditing({ 'a.jpg': { takenAt: '2024-07-01T10:01:30', offset: '+00:00' } })
  const { photos } = previewTrack(
    { catalog, tracks, ...library },
    { ids, options: { ...options, tracks: [id] }, shown: 1 },
  )
  expect(photos[0]?.longitude).toBeCloseTo(-179.5, 9)
  expect(() => readGpx('x.gpx', Buffer.from('<kml/>'))).toThrow('x.gpx is no GPX file')
  expect(() => readGpx('x.gpx', Buffer.from('<gpx><trkpt'))).toThrow('cannot be read as GPX')
  expect(() => readGpx('x.gpx', Buffer.from('<gpx><wpt lat="1" lon="2"/></gpx>'))).toThrow('1 point without times')
  expect(() => readGpx('x.gpx', Buffer.from('<gpx/>'))).toThrow('holds no points')
})
