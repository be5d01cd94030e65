import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'
import { fromFile, photoValue } from './photo-value.ts'

/** Rates photos from 1 to 5; 0 removes the rating. */
export type Rate = { kind: 'rate'; rating: number }

const MAX_RATING = 5

export const rate: ChangeKind<Rate, number | null> = {
  ...photoValue<number>({
    column: 'rating',
    flag: 'is_rated',
    otherwise: fromFile(`CAST(round(min(${MAX_RATING}, max(0, m.data ->> '$.rating'))) AS INTEGER)`, '0'),
  }),
  kind: 'rate',
  check: ({ rating }) => {
    if (!Number.isInteger(rating) || rating < 0 || rating > MAX_RATING)
      throw new AppError('bad-params', say('errors.notRating', { most: MAX_RATING, rating: String(rating) }))
  },
  given: (_context, { rating }) => rating,
  describe: ({ rating }, count) =>
    rating === 0 ? say('changes.unrated', { photos: count }) : say('changes.rated', { photos: count, stars: rating }),
}
