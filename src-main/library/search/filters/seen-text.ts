import { searchFields } from '../../../contract/library/search/fields.ts'
import { setBit } from '../columns/bits.ts'
import type { Filter } from './filter.ts'
import { fullTextOf } from '../../catalog/vocabulary/full-text-words.ts'

/** Text in the photo itself: `:` matches the beginnings of words, `=` whole words, in this order. */
export const seenText = {
  fields: [],
  terms: [
    {
      field: searchFields.text,
      find: ({ comparison, values }, { index, texts }) => {
        const found = index.noSlots()
        for (const value of values.filter((each) => /[\p{L}\p{N}\p{Co}]/u.test(each))) {
          for (const id of texts.ids('line_text', fullTextOf(value, { isBegun: comparison !== '=' }))) {
            const { slot, isThere } = index.find(id)
            if (isThere) setBit(found, slot)
          }
        }
        return found
      },
    },
  ],
} satisfies Filter
