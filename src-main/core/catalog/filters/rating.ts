import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countNumbers, keepRange, sortCounts } from './numbers.ts'

export const ratingColumn = numberColumn('p.rating', Uint8Array)

export const rating = {
  fields: ['ratingFrom', 'ratingTo'],
  columns: [ratingColumn],
  keep: (photos, { ratingFrom, ratingTo }, { index }) =>
    keepRange(photos, index.values(ratingColumn), ratingFrom, ratingTo),
  facet: (photos, { index }) => ({
    ratings: sortCounts(countNumbers(index.values(ratingColumn), photos)).map(({ value, count }) => ({
      rating: value,
      count,
    })),
  }),
} satisfies Filter
