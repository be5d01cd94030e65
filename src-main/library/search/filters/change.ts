import { searchFields } from '../../../contract/library/search/fields.ts'
import { setBit } from '../columns/bits.ts'
import type { Filter } from './filter.ts'

/** Photos that a change of the history was about; a change that is forgotten has none. */
export const change = {
  fields: [],
  terms: [
    {
      field: searchFields.change,
      find: ({ comparison, values }, { index, photosOfChange }) => {
        const found = index.noSlots()
        if (comparison !== ':' && comparison !== '=') return found
        for (const value of values)
          for (const id of photosOfChange(Number(value))) {
            const { slot, isThere } = index.find(id)
            if (isThere) setBit(found, slot)
          }
        return found
      },
    },
  ],
} satisfies Filter
