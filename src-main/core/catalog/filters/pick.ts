import type { PickFlag } from '../../../contract/library/photo.ts'
import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countNumbers, keepAnyOf, sortCounts } from './numbers.ts'

/** One more than the pick, so that it is a number from 0. */
const pickColumn = numberColumn('p.pick', Uint8Array, (pick) => (pick ?? 0) + 1)

/** Any of picked (1), rejected (-1) and neither (0). */
export const pick = {
  fields: ['picks'],
  columns: [pickColumn],
  keep: (photos, { picks: wanted = [] }, { index }) => {
    if (wanted.length > 0)
      keepAnyOf(
        photos,
        index.values(pickColumn),
        wanted.map((each) => each + 1),
      )
  },
  facet: (photos, { index }) => ({
    picks: sortCounts(countNumbers(index.values(pickColumn), photos)).map(({ value, count }) => ({
      pick: (value - 1) as PickFlag,
      count,
    })),
  }),
} satisfies Filter
