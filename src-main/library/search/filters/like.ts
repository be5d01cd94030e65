import { searchFields } from '../../../contract/library/search/fields.ts'
import { readLike } from '../../../contract/library/search/like.ts'
import { hasBit, setBit } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import type { Filter } from './filter.ts'

/**
 * Photos with similar content. A photo that no search may find is similar to nothing: photos near a hidden one would
 * reveal it.
 */
export const like = {
  fields: [],
  terms: [
    {
      field: searchFields.like,
      find: ({ values }, { index, likeness }) => {
        const found = index.noSlots()
        for (const value of values) {
          const wanted = readLike(value)
          if (wanted === null) continue
          const shown = wanted.ids.filter((id) => isShown(index, id))
          for (const id of likeness.near(shown, wanted.likeness)) {
            const { slot, isThere } = index.find(id)
            if (isThere) setBit(found, slot)
          }
        }
        return found
      },
    },
  ],
} satisfies Filter

function isShown(index: PhotoIndex, id: number): boolean {
  const { slot, isThere } = index.find(id)
  return isThere && hasBit(index.live, slot)
}
