import { readChoice } from '../../../contract/library/search/check.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countNumbers, inOrder, withKept, withNumbers } from './numbers.ts'

const MAX = 65_535

/** Hundredths of a megapixel; 0 is unknown. */
const megapixelsColumn = numberColumn('p.width * p.height', Uint16Array, (pixels) =>
  Math.min(MAX, Math.ceil((pixels ?? 0) / 1e4)),
)

/** In the order of the stored numbers. A panorama's sides differ by a factor of more than two. */
const shapes = ['', 'portrait', 'landscape', 'square', 'panorama'] as const
const shapeColumn = numberColumn(
  `CASE WHEN p.width = 0 OR p.height = 0 THEN 0
    WHEN p.width >= 2.1 * p.height OR p.height >= 2.1 * p.width THEN 4
    WHEN abs(p.width - p.height) * 50 <= max(p.width, p.height) THEN 3
    WHEN p.width > p.height THEN 2 ELSE 1 END`,
  Uint8Array,
)

/** The size and shape of the upright picture. */
export const dimensions = {
  fields: [],
  columns: [megapixelsColumn, shapeColumn],
  terms: [
    {
      field: searchFields.megapixels,
      find: (term, { index }) =>
        withNumbers(index, searchFields.megapixels, term, index.values(megapixelsColumn), (kept) =>
          kept === 0 ? NaN : kept / 100,
        ),
    },
    {
      field: searchFields.orientation,
      find: ({ values }, { index }) => {
        const wanted: readonly (string | null)[] = values.map((value) => readChoice(searchFields.orientation, value))
        return withKept(index, index.values(shapeColumn), (kept) => kept > 0 && wanted.includes(shapes[kept] ?? null))
      },
    },
  ],
  facet: (photos, { index }) => ({
    orientations: inOrder(countNumbers(index.values(shapeColumn), photos)).flatMap(({ value, count }) => {
      const orientation = shapes[value]
      return orientation === undefined || orientation === '' ? [] : [{ orientation, count }]
    }),
  }),
} satisfies Filter
