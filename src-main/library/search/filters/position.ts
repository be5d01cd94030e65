import { type Area, readArea } from '../../../contract/library/search/areas.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { numberColumn } from '../columns/column.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { type Bits, keepOnly } from '../columns/bits.ts'
import type { Filter } from './filter.ts'
import { withKept } from './numbers.ts'

/** Degrees times this are stored: about eleven centimetres. */
export const STEPS = 1e6
/** In place of the latitude of a photo without a position. */
export const NOWHERE = -(2 ** 31)
const inSteps = (degrees: number | null) => (degrees === null ? NOWHERE : Math.round(degrees * STEPS))

export const latitudeColumn = numberColumn('p.latitude', Int32Array, inSteps)
export const longitudeColumn = numberColumn('p.longitude', Int32Array, inSteps)

/** Tests whether a position, in steps, is in an area, including its borders. */
export function insideOf({ south, west, north, east }: Area): (latitude: number, longitude: number) => boolean {
  const [low, left, high, right] = [south, west, north, east].map(inSteps) as [number, number, number, number]
  return left <= right
    ? (latitude, longitude) => latitude >= low && latitude <= high && longitude >= left && longitude <= right
    : (latitude, longitude) => latitude >= low && latitude <= high && (longitude >= left || longitude <= right)
}

/** Removes the photos without a position from a set. */
export function keepLocated(photos: Bits, index: PhotoIndex): void {
  const latitudes = index.values(latitudeColumn)
  keepOnly(photos, (slot) => latitudes[slot] !== NOWHERE)
}

/** Where a photo was taken, as a position. */
export const position = {
  fields: [],
  columns: [latitudeColumn, longitudeColumn],
  terms: [
    {
      field: searchFields.within,
      find: ({ values }, { index }) => {
        const areas = values.flatMap((value) => readArea(value) ?? [])
        const tests = areas.map(insideOf)
        const [latitudes, longitudes] = [index.values(latitudeColumn), index.values(longitudeColumn)]
        const found = index.live.slice()
        keepOnly(found, (slot) => {
          const latitude = latitudes[slot] ?? NOWHERE
          return latitude !== NOWHERE && tests.some((isInside) => isInside(latitude, longitudes[slot] ?? 0))
        })
        return found
      },
    },
  ],
  states: { located: ({ index }) => withKept(index, index.values(latitudeColumn), (kept) => kept !== NOWHERE) },
} satisfies Filter
