import type { PickFlag } from '../../../contract/library/photo.ts'
import { readChoice } from '../../../contract/library/search/check.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { numberColumn } from '../columns/column.ts'
import type { Filter, FilterSource } from './filter.ts'
import { countNumbers, inOrder, keepAnyOf, withKept } from './numbers.ts'

/** The pick plus one, so that it is a number from 0. */
export const pickColumn = numberColumn('p.pick', Uint8Array, (pick) => (pick ?? 0) + 1)
export const [REJECTED, UNFLAGGED, PICKED] = [0, 1, 2]

/** Their names in the search language, in the order of the stored numbers. */
const flags: readonly string[] = ['rejected', 'none', 'picked']

const having =
  (pick: PickFlag) =>
  ({ index }: FilterSource) =>
    withKept(index, index.values(pickColumn), (kept) => kept === pick + 1)

/** Any of picked (1), rejected (-1) and neither (0). */
export const pick = {
  fields: ['picks'],
  columns: [pickColumn],
  terms: [
    {
      field: searchFields.flag,
      find: ({ values }, { index }) => {
        const wanted = values.map((value) => flags.indexOf(readChoice(searchFields.flag, value) ?? ''))
        return withKept(index, index.values(pickColumn), (kept) => wanted.includes(kept))
      },
    },
  ],
  states: { picked: having(1), rejected: having(-1) },
  keep: (photos, { picks: wanted = [] }, { index }) => {
    if (wanted.length > 0)
      keepAnyOf(
        photos,
        index.values(pickColumn),
        wanted.map((each) => each + 1),
      )
  },
  facet: (photos, { index }) => ({
    picks: inOrder(countNumbers(index.values(pickColumn), photos)).map(({ value, count }) => ({
      pick: (value - 1) as PickFlag,
      count,
    })),
  }),
} satisfies Filter
