import type { Suggestion } from '../../../contract/library/search/explanation.ts'
import type { SearchField } from '../../../contract/library/search/fields.ts'
import { field as fieldNode } from '../../../contract/library/search/nodes.ts'
import { countBoth } from '../columns/bits.ts'
import { atOnce } from '../columns/slices.ts'
import { findByTerm } from '../filters/text.ts'
import type { CountedValue, FilterSource, SearchTerm } from '../filters/filter.ts'
import { nameMatcher } from '../filters/match-words.ts'
import { foldText, formsOf } from '../../../contract/fold-text.ts'
import type { NamedCount } from '../../../contract/library/query.ts'
import type { Vocabulary } from '../../catalog/vocabulary/vocabulary.ts'

/** Suggested before a field is named: fields with names. */
const NAMED = ['tag', 'folder', 'category', 'camera', 'lens', 'label', 'place']

/** The values of a field with their counts, over the whole library. */
export type ValuesOf = (term: SearchTerm) => readonly CountedValue[]

/** Every value of a field; those of a choice without photos are left out. */
export function valuesOfTerm(term: SearchTerm, source: FilterSource): CountedValue[] {
  const { live } = source.index
  if (term.values !== undefined) return term.values(live, source)
  const choices: readonly string[] = term.field.choices ?? []
  const counted = choices.map((value) => ({
    value,
    label: value,
    count: countBoth(atOnce(findByTerm(term, fieldNode(term.field.name, [value]), source)), live),
  }))
  return counted.filter(({ count }) => count > 0)
}

/** Values of one field that begin with a text, the most frequent first. */
export function suggestOfField(term: SearchTerm, text: string, valuesOf: ValuesOf): Suggestion[] {
  const begins = text.trim() === '' ? () => true : beginning(text)
  return valuesOf(term)
    .flatMap(({ synonyms = [], ...each }) => {
      if (begins(each.value) || begins(each.label)) return [each]
      const synonym = synonyms.find(begins)
      return synonym === undefined ? [] : [{ ...each, synonym }]
    })
    .toSorted((a, b) => b.count - a.count)
    .map((each) => ({ ...each, field: term.field.name, isField: false }))
}

/** Fields that begin with a text, then names of any field, the most frequent first. */
export function suggestOfAny(terms: Iterable<SearchTerm>, text: string, valuesOf: ValuesOf): Suggestion[] {
  const all = [...terms]
  const wanted = foldText(text.trim())
  const fields = all.filter(({ field }) => namesOf(field).some((name) => name.startsWith(wanted)))
  const named = wanted === '' ? [] : all.filter(({ field }) => NAMED.includes(field.name))
  const values = named.flatMap((term) => suggestOfField(term, text, valuesOf)).toSorted((a, b) => b.count - a.count)
  return [...fields.map(({ field }) => asSuggestion(field)), ...values]
}

const namesOf = ({ name, aliases = [] }: SearchField): readonly string[] => [name, ...aliases]

const asSuggestion = ({ name, title }: SearchField): Suggestion => ({
  field: name,
  isField: true,
  value: name,
  label: title,
  count: 0,
})

/** Whether a name, or words of it, begin with a text. */
function beginning(text: string): (name: string) => boolean {
  const starts = startMatcher(text)
  const matches = nameMatcher(':', text)
  return (name) => starts(name) || matches(name)
}

function startMatcher(text: string): (name: string) => boolean {
  const wanted = formsOf(text.trim())
  return (name) => formsOf(name).some((form) => wanted.some((each) => form.startsWith(each)))
}

/** A tag for completion; `synonym` if that is what begins with the text. */
export type SuggestedTag = NamedCount & { synonym?: string }

/** Tags with a name, a level or a synonym that begins with a text, in their order. */
export function suggestTags(
  tags: readonly NamedCount[],
  text: string,
  vocabulary: Pick<Vocabulary, 'findTag' | 'keywords'>,
  limit: number,
): SuggestedTag[] {
  const begins = startMatcher(text)
  const found: SuggestedTag[] = []
  for (const tag of tags) {
    if (found.length === limit) break
    const id = vocabulary.findTag(tag.name)
    if ([tag.name, tag.label, ...tag.name.split('/')].some(begins)) found.push(tag)
    else {
      const synonym = id === null ? undefined : vocabulary.keywords.synonymsOf(id).find(begins)
      if (synonym !== undefined) found.push({ ...tag, synonym })
    }
  }
  return found
}
