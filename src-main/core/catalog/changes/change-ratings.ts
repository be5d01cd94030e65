import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../../sqlite/connect.ts'
import type { Applied, RatingBefore } from './change-types.ts'

const MAX_RATING = 5

/** Rates photos; those that the person gave this rating before are left out. */
export function rate(db: Db, given: readonly number[], rating: number): Applied {
  if (!Number.isInteger(rating) || rating < 0 || rating > MAX_RATING)
    throw new AppError('bad-params', `A rating is a whole number from 0 to ${MAX_RATING}, not ${rating}.`)
  const read = db.prepare<[number], RatingBefore>('SELECT id, rating, is_rated AS isRated FROM photos WHERE id = ?')
  const ratings = given
    .flatMap((id) => read.get(id) ?? [])
    .filter((photo) => photo.rating !== rating || photo.isRated === 0)
  const ids = ratings.map((photo) => photo.id)
  putRatings(
    db,
    ids.map((id) => ({ id, rating, isRated: 1 })),
  )
  return { before: { ratings }, ids }
}

export function putRatings(db: Db, ratings: readonly RatingBefore[]): void {
  const update = db.prepare('UPDATE photos SET rating = @rating, is_rated = @isRated WHERE id = @id')
  for (const { id, rating, isRated } of ratings) update.run({ id, rating, isRated })
}
