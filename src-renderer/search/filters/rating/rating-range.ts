import type { PhotoFilter } from '../../../../src-main/contract/library/query.ts'

/** Stars from 0 (not rated) to 5, both ends included. */
export type RatingRange = Pick<PhotoFilter, 'ratingFrom' | 'ratingTo'>

/** The range after a click on “so many stars or more”; a second click clears it. */
export function toggleAtLeast({ ratingFrom }: RatingRange, rating: number): RatingRange {
  return { ratingFrom: ratingFrom === rating ? undefined : rating, ratingTo: undefined }
}

/** The range after a click on “Unrated”; a second click clears it. */
export function toggleUnrated({ ratingTo }: RatingRange): RatingRange {
  return { ratingFrom: undefined, ratingTo: ratingTo === 0 ? undefined : 0 }
}

/** A range in words; at least one end is given. */
export function describeRatings(from: number | undefined, to: number | undefined): string {
  if (to === 0) return 'Unrated'
  if (from !== undefined && to !== undefined) return from === to ? `${from} stars` : `${from} to ${to} stars`
  return from === undefined ? `At most ${to} stars` : from === 5 ? '5 stars' : `${from} stars or more`
}
