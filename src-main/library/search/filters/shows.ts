import { searchFields } from '../../../contract/library/search/fields.ts'
import type { FieldNode } from '../../../contract/library/search/nodes.ts'
import { readSentence } from '../../../contract/library/search/sentence.ts'
import { hasBit, setBit } from '../columns/bits.ts'
import type { Filter, FilterSource } from './filter.ts'

/** The photos that match a sentence best, among those that a search may find. */
export const shows = {
  fields: [],
  terms: [
    {
      field: searchFields.shows,
      find: (term, source) => {
        const found = source.index.noSlots()
        for (const slot of rankOf(term, source).keys()) setBit(found, slot)
        return found
      },
      rank: rankOf,
    },
  ],
} satisfies Filter

/** The rank of each photo for a sentence, by slot; for several sentences, its best. */
function rankOf({ values }: FieldNode, { index, sentences }: FilterSource): Map<number, number> {
  const places = new Map<number, number>()
  const isShown = (id: number) => {
    const { slot, isThere } = index.find(id)
    return isThere && hasBit(index.live, slot)
  }
  for (const value of values) {
    const wanted = readSentence(value)
    if (wanted === null) continue
    let place = 0
    for (const id of sentences.nearest(wanted, isShown)) {
      const { slot } = index.find(id)
      places.set(slot, Math.min(place++, places.get(slot) ?? Infinity))
    }
  }
  return places
}
