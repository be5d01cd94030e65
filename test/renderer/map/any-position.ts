import fc from 'fast-check'
import { within } from '../../../src-renderer/map/map-position.ts'

export const size = { width: 900, height: 600 }
export const anyPosition = fc
  .record({
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
    zoom: fc.double({ min: 0, max: 18, noNaN: true }),
  })
  .map((position) => within(position, size))
