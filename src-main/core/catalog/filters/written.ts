import { searchFields, type SearchField } from '../../../contract/library/search/fields.ts'
import type { FieldNode } from '../../../contract/library/search/nodes.ts'
import { type Bits, setBit } from '../columns/bits.ts'
import type { Filter, FilterSource, SearchTerm } from './filter.ts'

/** The columns of the full text that fields read. */
type WrittenColumn = 'name' | 'place' | 'caption'

/** A field over one column of the full text. */
const termOf = (field: SearchField, column: WrittenColumn): SearchTerm => ({
  field,
  find: (term, source) => findWritten(column, term, source),
})

/** Photos by what is written in a column: `:` wants the beginnings of words, `=` whole words, in this order. */
export function findWritten(
  column: WrittenColumn,
  { comparison, values }: Pick<FieldNode, 'comparison' | 'values'>,
  { index, context }: FilterSource,
): Bits {
  const found = index.noSlots()
  const match = context.db.prepare<[string], number>('SELECT rowid FROM photo_text WHERE photo_text MATCH ?').pluck()
  for (const value of values.filter((each) => /[\p{L}\p{N}\p{Co}]/u.test(each))) {
    const quoted = `"${value.replaceAll('\0', ' ').replaceAll('"', '""')}"`
    for (const id of match.all(`{${column}} : ${quoted}${comparison === '=' ? '' : ' *'}`)) {
      const { slot, isThere } = index.find(id)
      if (isThere) setBit(found, slot)
    }
  }
  return found
}

/** What is written of a photo: the name of its file, its caption. */
export const written = {
  fields: [],
  terms: [termOf(searchFields.name, 'name'), termOf(searchFields.caption, 'caption')],
} satisfies Filter
