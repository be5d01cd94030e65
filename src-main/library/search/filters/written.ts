import { searchFields, type SearchField } from '../../../contract/library/search/fields.ts'
import type { FieldNode } from '../../../contract/library/search/nodes.ts'
import { type Bits, setBit } from '../columns/bits.ts'
import type { Filter, FilterSource, SearchTerm } from './filter.ts'
import { fullTextOf } from '../../catalog/vocabulary/full-text-words.ts'

/** The columns of the full text that fields read. */
type WrittenColumn = 'name' | 'title' | 'place' | 'caption' | 'creator'

/** A field over one column of the full text. */
const termOf = (field: SearchField, column: WrittenColumn): SearchTerm => ({
  field,
  find: (term, source) => findWritten(column, term, source),
})

/** Photos by the text of a column: `:` matches the beginnings of words, `=` whole words, in this order. */
export function findWritten(
  column: WrittenColumn,
  { comparison, values }: Pick<FieldNode, 'comparison' | 'values'>,
  { index, texts }: FilterSource,
): Bits {
  const found = index.noSlots()
  for (const value of values.filter((each) => /[\p{L}\p{N}\p{Co}]/u.test(each))) {
    const term = `{${column}} : ${fullTextOf(value, { isBegun: comparison !== '=' })}`
    for (const id of texts.ids('photo_text', term)) {
      const { slot, isThere } = index.find(id)
      if (isThere) setBit(found, slot)
    }
  }
  return found
}

/** The texts of a photo: the name of its file, its metadata. */
export const written = {
  fields: [],
  terms: [
    termOf(searchFields.name, 'name'),
    termOf(searchFields.title, 'title'),
    termOf(searchFields.caption, 'caption'),
    termOf(searchFields.creator, 'creator'),
    termOf(searchFields.city, 'place'),
  ],
} satisfies Filter
