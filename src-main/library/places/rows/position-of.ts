import type { PhotoMetadata } from '../../../contract/library/photo.ts'

type Located = Pick<PhotoMetadata, 'latitude' | 'longitude' | 'city' | 'country'>

/** The columns of `photos` for where a photo was taken; `mayHavePlace` if a place can be found for it. */
export type PositionValues = { latitude: number | null; longitude: number | null; mayHavePlace: 0 | 1 }

/** The position in a photo's metadata; none if it is outside the earth, or that of a receiver without a fix. */
export function positionOf({ latitude, longitude, city, country }: Located): PositionValues {
  const isWritten = Boolean(city ?? country)
  if (latitude === null || longitude === null || !isOnEarth(latitude, longitude))
    return { latitude: null, longitude: null, mayHavePlace: isWritten ? 1 : 0 }
  return { latitude, longitude, mayHavePlace: 1 }
}

/** Cameras that do not know where they are write 0, 0. */
const isOnEarth = (latitude: number, longitude: number) =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0)
