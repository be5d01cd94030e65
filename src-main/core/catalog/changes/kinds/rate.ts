import { AppError } from '../../../../contract/errors.ts'
import type { ChangeKind } from './change-kind.ts'
import { groupByState } from './group-by-state.ts'
import { countPhotos } from './words.ts'

/** Rates photos from 1 to 5; 0 takes the rating away. */
export type Rate = { kind: 'rate'; rating: number }
/** What the person gave; null where they gave none and the file's rating counts. */
type RatingState = number | null

const MAX_RATING = 5

/** The rating that a photo's file carries. */
const FILE_RATING = `coalesce((SELECT CAST(round(min(${MAX_RATING}, max(0, coalesce(m.data ->> '$.rating', 0)))) AS INTEGER)
  FROM metadata m WHERE m.photo_id = photos.id), 0)`

export const rate: ChangeKind<Rate, RatingState> = {
  kind: 'rate',
  subject: 'photos',
  check: ({ rating }) => {
    if (!Number.isInteger(rating) || rating < 0 || rating > MAX_RATING)
      throw new AppError('bad-params', `A rating is a whole number from 0 to ${MAX_RATING}, not ${rating}.`)
  },
  given: (_context, { rating }) => rating,
  read: ({ db }, _change, ids) =>
    groupByState(
      db
        .prepare<[string], [number, RatingState]>(
          'SELECT id, CASE WHEN is_rated THEN rating END FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
        )
        .raw()
        .all(JSON.stringify(ids)),
    ),
  write: ({ db }, _change, ids, rating) => {
    db.prepare(
      `UPDATE photos SET rating = coalesce(@rating, ${FILE_RATING}), is_rated = @rating IS NOT NULL
       WHERE id IN (SELECT value FROM json_each(@ids))`,
    ).run({ rating, ids: JSON.stringify(ids) })
  },
  describe: ({ rating }, count) =>
    rating === 0
      ? `Took the rating off ${countPhotos(count)}`
      : `Rated ${countPhotos(count)} with ${rating} star${rating === 1 ? '' : 's'}`,
}
