import { searchFields } from '../../../contract/library/search/fields.ts'
import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countNumbers, inOrder, keepRange, withNumbers } from './numbers.ts'

const MAX_FACES = 65_535
export const faceCount = numberColumn('p.faces', Uint16Array, (count) => Math.min(count ?? 0, MAX_FACES))

/** How many faces were found. */
export const faces = {
  fields: ['facesFrom', 'facesTo'],
  columns: [faceCount],
  terms: [
    {
      field: searchFields.faces,
      find: (term, { index }) => withNumbers(index, searchFields.faces, term, index.values(faceCount)),
    },
  ],
  keep: (photos, { facesFrom, facesTo }, { index }) => keepRange(photos, index.values(faceCount), facesFrom, facesTo),
  facet: (photos, { index }) => ({
    faces: inOrder(countNumbers(index.values(faceCount), photos)).map(({ value, count }) => ({
      faces: value,
      count,
    })),
  }),
} satisfies Filter
