import { searchFields, type SearchField } from '../../../contract/library/search/fields.ts'
import { setBit } from '../columns/bits.ts'
import type { Filter, SearchTerm } from './filter.ts'

/** A field over one column of the full text: `:` wants the beginnings of words, `=` whole words, in this order. */
const termOf = (field: SearchField, column: 'name' | 'place' | 'caption'): SearchTerm => ({
  field,
  find: ({ comparison, values }, { index, context }) => {
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
  },
})

/** What is written of a photo: the name of its file, its place, its caption. */
export const written = {
  fields: [],
  terms: [
    termOf(searchFields.name, 'name'),
    termOf(searchFields.place, 'place'),
    termOf(searchFields.caption, 'caption'),
  ],
} satisfies Filter
