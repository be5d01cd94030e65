import { expect, test } from 'vitest'
import {
  parsePosition,
  readCoordinates,
  writeAngle,
  writePosition,
} from '../../../src-main/contract/library/position.ts'

test.each([
  ['48.2082, 16.3738', 48.2082, 16.3738],
  ['-33.9,18.4', -33.9, 18.4],
  ['48,2082 16,3738', 48.2082, 16.3738],
  ['48°12\'29.5" N 16°22\'25.7" E', 48.208194, 16.373806],
  ['48°12′29.5″N, 16°22′25.7″W', 48.208194, -16.373806],
  ['N 48 12 29.5, E 16 22 25.7', 48.208194, 16.373806],
  ['16.5 E, 48.25 S', -48.25, 16.5],
  ['48 12.5 N 16 22.5 E', 48.208333, 16.375],
  ['-33.9 S, -70.5 W', -33.9, -70.5],
])('%s is a position', (text, latitude, longitude) => {
  const found = readCoordinates(text)
  expect(found?.latitude).toBeCloseTo(latitude, 5)
  expect(found?.longitude).toBeCloseTo(longitude, 5)
})

test.each(['', 'Vienna', '48', '91, 0', '0, 181', '48 61 N 16 E', '48 N 16 N', '48 N 16 O', 'O 2,5 N 48'])(
  '“%s” is not a position',
  (text) => {
    expect(readCoordinates(text)).toBeNull()
  },
)

test('a position as a text is read back, and is written as people read it', () => {
  const position = { latitude: 48.2081743, longitude: -16.3738189, altitude: 171.5 }
  expect(parsePosition(writePosition(position))).toEqual(position)
  expect([writeAngle(48.999999, 'latitude'), writeAngle(-0.5, 'longitude')]).toEqual(['49°0′0.0″ N', '0°30′0.0″ W'])
  expect(parsePosition('95,0')).toBeNull()
})
