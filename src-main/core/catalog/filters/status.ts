import { photoStatus } from '../codecs/numbered.ts'
import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countNumbers, keepAnyOf, sortCounts } from './numbers.ts'

export const statusColumn = numberColumn('p.status', Uint8Array)

/** Any one of some statuses. */
export const status = {
  fields: ['statuses'],
  columns: [statusColumn],
  keep: (photos, { statuses = [] }, { index }) =>
    keepAnyOf(
      photos,
      index.values(statusColumn),
      statuses.map((name) => photoStatus.number[name]),
    ),
  facet: (photos, { index }) => ({
    statuses: sortCounts(countNumbers(index.values(statusColumn), photos)).map(({ value, count }) => ({
      status: photoStatus.nameOf(value),
      count,
    })),
  }),
} satisfies Filter
