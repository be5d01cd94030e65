import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countNumbers, keepRange, sortCounts } from './numbers.ts'

const MAX_FACES = 65_535
const faceCount = numberColumn('p.faces', Uint16Array, (count) => Math.min(count ?? 0, MAX_FACES))

/** How many faces were found. */
export const faces = {
  fields: ['facesFrom', 'facesTo'],
  columns: [faceCount],
  keep: (photos, { facesFrom, facesTo }, { index }) => keepRange(photos, index.values(faceCount), facesFrom, facesTo),
  facet: (photos, { index }) => ({
    faces: sortCounts(countNumbers(index.values(faceCount), photos)).map(({ value, count }) => ({
      faces: value,
      count,
    })),
  }),
} satisfies Filter
