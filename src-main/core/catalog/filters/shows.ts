import { searchFields } from '../../../contract/library/search/fields.ts'
import { readSentence } from '../../../contract/library/search/sentence.ts'
import { hasBit, setBit } from '../columns/bits.ts'
import type { Filter } from './filter.ts'

/** The photos that look most like a sentence. Those that no search may find take no place among them. */
export const shows = {
  fields: [],
  terms: [
    {
      field: searchFields.shows,
      find: ({ values }, { index, sentences }) => {
        const found = index.noSlots()
        const isShown = (id: number) => {
          const { slot, isThere } = index.find(id)
          return isThere && hasBit(index.live, slot)
        }
        for (const value of values) {
          const wanted = readSentence(value)
          if (wanted === null) continue
          for (const id of sentences.nearest(wanted, isShown)) setBit(found, index.find(id).slot)
        }
        return found
      },
    },
  ],
} satisfies Filter
