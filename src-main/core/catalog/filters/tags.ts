import type { NamedCount } from '../../../contract/library/query.ts'
import { type Bits, intersect } from '../columns/bits.ts'
import { tagList } from '../findings/tags.ts'
import { countEntries, mostFrequentFirst, withEntries } from './entries.ts'
import type { Filter, FilterSource } from './filter.ts'

const MAX_TAGS = 200

/** Every one of some tags; a tag is also found by a level of it, such as `Austria` of `Places/Austria/Vienna`. */
export const tags = {
  fields: ['tags'],
  keep: (photos, { tags: wanted = [] }, { index, context, minLevel }) => {
    for (const name of wanted) {
      const ids = new Set(context.vocabulary.findTagsWithin(name))
      if (ids.size === 0) photos.fill(0)
      else intersect(photos, withEntries(index, index.lists(tagList), ids, minLevel))
    }
  },
  facet: (photos, source) => ({ tags: countTags(photos, source).slice(0, MAX_TAGS) }),
} satisfies Filter

/** The tags of a set of photos, the most frequent first. */
export const countTags = (photos: Bits, source: FilterSource): NamedCount[] =>
  mostFrequentFirst(
    countEntries(source.index.lists(tagList), photos, source.minLevel).map(({ id, count }) => ({
      ...nameTag(source, id),
      count,
    })),
  )

/** A tag's name, and what it is called in the person's language. */
function nameTag({ context: { names, vocabulary }, language }: FilterSource, id: number) {
  const name = vocabulary.tagName(id)
  const concept = vocabulary.tagConcept(id)
  return { name, label: concept === null ? name : names.conceptLabel(concept, name, language) }
}
