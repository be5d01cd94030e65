import { searchFields } from '../../../contract/library/search/fields.ts'
import { bytesColumn } from '../columns/bytes-column.ts'
import type { Filter } from './filter.ts'
import { withNumbers } from './numbers.ts'

/** The size of the main file. */
export const fileSize = {
  fields: [],
  columns: [bytesColumn],
  terms: [
    {
      field: searchFields.size,
      find: (term, { index }) => withNumbers(index, searchFields.size, term, index.values(bytesColumn)),
    },
  ],
} satisfies Filter
