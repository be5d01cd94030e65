import { peopleConcepts } from '../../../contract/analysis/people-words.ts'
import type { SelectionTag } from '../../../contract/library/keywords.ts'
import { CERTAIN_LEVEL, entryId, entryLevel, levelOf } from '../codecs/entries.ts'
import { hasBit } from '../columns/bits.ts'
import { tagList } from '../findings/tags.ts'
import type { KeywordContext } from './keyword-context.ts'

/** Tags of photos that may be shown, with how many show each: from whomever, and given by the person or a file. */
export function tagsOfPhotos(
  { vocabulary, names, language, peopleWords, keeper, minConfidence }: KeywordContext,
  ids: readonly number[],
): SelectionTag[] {
  const index = keeper.current()
  const lists = index.lists(tagList)
  const data = lists.data()
  const minLevel = levelOf(minConfidence())
  const [shown, given] = [new Map<number, number>(), new Map<number, number>()]
  for (const id of ids) {
    const { slot, isThere } = index.find(id)
    if (!isThere || !hasBit(index.live, slot)) continue
    for (let at = lists.start(slot), end = lists.end(slot); at < end; at++) {
      const [tag, level] = [entryId(data[at]!), entryLevel(data[at]!)]
      if (level >= minLevel) shown.set(tag, (shown.get(tag) ?? 0) + 1)
      if (level === CERTAIN_LEVEL) given.set(tag, (given.get(tag) ?? 0) + 1)
    }
  }
  const isOff = (concept: string | null) => !peopleWords() && concept !== null && peopleConcepts.includes(concept)
  return [...shown]
    .map(([id, all]) => {
      const [name, concept, own] = [vocabulary.tagName(id), vocabulary.tagConcept(id), given.get(id) ?? 0]
      const label = concept === null ? name : names.conceptLabel(concept, name, language())
      return { name, label, count: isOff(concept) ? own : all, given: own }
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || b.given - a.given || (a.name < b.name ? -1 : 1))
}
