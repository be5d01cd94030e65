import { CERTAIN_LEVEL, entryId, entryLevel } from '../codecs/entries.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { tagList } from '../findings/tags.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

/**
 * Photos that the person or their file gave each of some tags, by its name; hidden ones are among them. One pass over
 * the lists in memory, however many tags there are.
 */
export function photosOfTags(
  index: PhotoIndex,
  vocabulary: Vocabulary,
  names: readonly string[],
): Map<string, number[]> {
  const found = new Map(names.map((name): [string, number[]] => [name, []]))
  const byTag = new Map(
    names.flatMap((name) => {
      const id = vocabulary.findTag(name)
      return id === null ? [] : [[id, found.get(name)!] as const]
    }),
  )
  if (byTag.size === 0) return found
  const lists = index.lists(tagList)
  const data = lists.data()
  for (let slot = 0; slot < index.slots; slot++)
    for (let at = lists.start(slot), end = lists.end(slot); at < end; at++)
      if (entryLevel(data[at]!) === CERTAIN_LEVEL) byTag.get(entryId(data[at]!))?.push(index.ids[slot]!)
  return found
}
