import { searchFields } from '../../../contract/library/search/fields.ts'
import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countNumbers, inOrder, keepRange, withKept, withNumbers } from './numbers.ts'

export const ratingColumn = numberColumn('p.rating', Uint8Array)

/** Stars from 0 to 5. */
export const rating = {
  fields: ['ratingFrom', 'ratingTo'],
  columns: [ratingColumn],
  terms: [
    {
      field: searchFields.rating,
      find: (term, { index }) => withNumbers(index, searchFields.rating, term, index.values(ratingColumn)),
    },
  ],
  states: { rated: ({ index }) => withKept(index, index.values(ratingColumn), (stars) => stars > 0) },
  keep: (photos, { ratingFrom, ratingTo }, { index }) =>
    keepRange(photos, index.values(ratingColumn), ratingFrom, ratingTo),
  facet: (photos, { index }) => ({
    ratings: inOrder(countNumbers(index.values(ratingColumn), photos)).map(({ value, count }) => ({
      rating: value,
      count,
    })),
  }),
} satisfies Filter
