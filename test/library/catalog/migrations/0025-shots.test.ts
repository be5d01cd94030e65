import { expect, test } from 'vitest'
import type { Db } from '../../../../src-main/base/sqlite/connect.ts'
import { find, openForTest } from '../library.ts'
import { makeOldLibrary } from '../old-library.ts'

/** Metadata as older programs stored it; photo 4 has none. */
function fill(db: Db): void {
  const insert = db.prepare('INSERT INTO metadata (photo_id, data) VALUES (?, ?)')
  insert.run(
    1,
    JSON.stringify({
      cameraMake: 'NIKON CORPORATION',
      cameraModel: 'NIKON D750',
      lens: '35.0 mm f/1.8',
      iso: 800,
      aperture: 1.8,
      focalLength: 35,
      exposureTime: 0.004,
    }),
  )
  insert.run(2, JSON.stringify({ cameraMake: 'FUJIFILM', cameraModel: 'X-T5', iso: 204_800 }))
  insert.run(3, JSON.stringify({ title: 'no camera', cameraMake: 'Leica' }))
}

test('photos of an older catalogue can be found by camera, lens and exposure', () => {
  const catalog = openForTest(makeOldLibrary(4, 4, fill))
  const searches: Record<string, number[]> = {
    'camera="nikon d750"': [1],
    'camera="fujifilm x-t5"': [2],
    'camera:leica': [3],
    'lens:35': [1],
    'iso:800': [1],
    'iso:204800': [2],
    'f:1.8': [1],
    'focal:35': [1],
    'exposure:1/250': [1],
    '-iso>0': [3, 4],
  }
  expect(Object.fromEntries(Object.keys(searches).map((text) => [text, find(catalog, { text })]))).toEqual(searches)
  expect(catalog.check()).toEqual([])
})
