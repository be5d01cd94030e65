import type { NamedCount } from '../../../contract/library/query.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import type { Comparison } from '../../../contract/library/search/nodes.ts'
import { type Bits, forEachBit, intersect, setBit } from '../columns/bits.ts'
import { entryLevel } from '../../catalog/codecs/entries.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'
import { mostFrequentFirst } from './entries.ts'
import { nameMatcher } from './match-words.ts'
import { levelsOf } from '../../catalog/vocabulary/tag-levels.ts'
import type { Filter, FilterSource } from './filter.ts'
import { countTagEntries, withTags } from './text.ts'

const MAX_TAGS = 200

/** Every one of some tags; a tag is also found by a level of it, such as `Austria` of `Places/Austria/Vienna`. */
export const tags = {
  fields: ['tags'],
  isCostly: true,
  mustHoldAll: true,
  terms: [
    {
      field: searchFields.tag,
      find: ({ comparison, values }, source) => {
        const ids = new Set(values.flatMap((value) => [...tagsCalled(source, comparison, value)]))
        return withTags(source, ids)
      },
      values: (photos, source) =>
        [...countTags(photos, source), ...keptWithoutPhotos(photos, source)].map(({ name, label, count }) => {
          const synonyms = synonymsOf(source, name)
          return { value: name, label, count, ...(synonyms.length === 0 ? {} : { synonyms }) }
        }),
    },
  ],
  states: { tagged: (source) => withAnyTag(source) },
  *keep(photos, { tags: wanted = [] }, source) {
    for (const name of wanted)
      intersect(photos, yield* withTags(source, new Set(source.context.vocabulary.findTagsWithin(name)), photos))
  },
  facet: (photos, source) => ({ tags: countBroadLast(photos, source).slice(0, MAX_TAGS) }),
} satisfies Filter

/**
 * The tag with this name or synonym, or with this label in the person's language; with `:` also those with it as a
 * level.
 */
function tagsCalled(source: FilterSource, comparison: Comparison, value: string): Set<number> {
  const { vocabulary } = source.context
  const matches = nameMatcher('=', value)
  const called = vocabulary.tags().flatMap(({ id, name }) => {
    const levels = comparison === '=' ? [name] : levelsOf(name)
    if ([...levels, nameTag(source, id).label].some(matches)) return [id]
    if (!vocabulary.keywords.synonymsOf(id).some(matches)) return []
    return comparison === '=' ? [id] : vocabulary.tagsBelow(id)
  })
  return new Set(called)
}

/** Photos with a tag that counts. */
function withAnyTag({ index, minLevel }: FilterSource): Bits {
  const found = index.noSlots()
  const lists = index.lists(tagList)
  const data = lists.data()
  forEachBit(index.live, (slot) => {
    for (let i = lists.start(slot), end = lists.end(slot); i < end; i++)
      if (entryLevel(data[i] ?? 0) >= minLevel) return setBit(found, slot)
  })
  return found
}

/** The tags of a set of photos, the most frequent first. */
export const countTags = (photos: Bits, source: FilterSource): NamedCount[] =>
  nameCounted(countTagEntries(photos, source), source)

const nameCounted = (counted: readonly { id: number; count: number }[], source: FilterSource): NamedCount[] =>
  mostFrequentFirst(counted.map(({ id, count }) => ({ ...nameTag(source, id), count })))

/** The same with colours and broad words after all others: they are on most photos and distinguish them least. */
function countBroadLast(photos: Bits, source: FilterSource): NamedCount[] {
  const { names, vocabulary } = source.context
  const isBroad = ({ id }: { id: number }) => {
    const concept = vocabulary.tagConcept(id)
    return concept !== null && names.isListedLast(concept)
  }
  const counted = countTagEntries(photos, source)
  return [counted.filter((each) => !isBroad(each)), counted.filter(isBroad)].flatMap((each) =>
    nameCounted(each, source),
  )
}

/** Keywords with a record although none of these photos has them. */
export function keptWithoutPhotos(photos: Bits, source: FilterSource): NamedCount[] {
  const { vocabulary } = source.context
  const kept = [...vocabulary.keywords.kept()]
  if (kept.length === 0) return []
  const counted = new Set(countTagEntries(photos, source).map(({ id }) => id))
  return kept.filter((id) => !counted.has(id)).map((id) => ({ ...nameTag(source, id), count: 0 }))
}

const synonymsOf = ({ context: { vocabulary } }: FilterSource, name: string): readonly string[] => {
  const id = vocabulary.findTag(name)
  return id === null ? [] : vocabulary.keywords.synonymsOf(id)
}

/** A tag's name, and its label in the person's language. */
function nameTag({ context: { names, vocabulary }, language }: FilterSource, id: number) {
  const name = vocabulary.tagName(id)
  const concept = vocabulary.tagConcept(id)
  return { name, label: concept === null ? name : names.conceptLabel(concept, name, language) }
}
