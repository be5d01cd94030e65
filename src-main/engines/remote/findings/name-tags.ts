import { LOWEST_CONFIDENCE, type FoundTag } from '../../../contract/analysis/tag.ts'
import type { Vocabulary } from '../../../analysis/vocabulary/vocabulary.ts'
import type { TagAnswer } from '../requests/answers.ts'

export type ConceptLookup = Pick<Vocabulary, 'byName' | 'bySynset' | 'ancestors'>

/**
 * Converts a service's tags to the library's. A tag becomes a concept of our own vocabulary if there is one, so that
 * "automobile" there and "car" here are one tag with names in all languages. Otherwise it keeps its English name and
 * the names that came with it.
 */
export function nameTags(answer: TagAnswer, concepts: ConceptLookup | null): FoundTag[] {
  const tags = new Map<string, FoundTag>()
  for (const row of answer) {
    const found = nameTag(row, concepts)
    const known = tags.get(found.name.toLowerCase())
    if (found.name === '' || found.confidence <= LOWEST_CONFIDENCE || (known && known.confidence >= found.confidence))
      continue
    tags.set(found.name.toLowerCase(), found)
  }
  return [...tags.values()].sort((a, b) => b.confidence - a.confidence)
}

function nameTag({ confidence, kept_as, tag, synset_id }: TagAnswer[number], concepts: ConceptLookup | null): FoundTag {
  const english = (tag.en ?? Object.values(tag)[0] ?? '').trim()
  const concept = (synset_id ? concepts?.bySynset(synset_id) : undefined) ?? concepts?.byName(english)
  const synset = synset_id ?? concept?.synset
  const known = {
    confidence,
    ...(typeof kept_as === 'number' && kept_as < confidence ? { keptAs: kept_as } : {}),
    origin: 'service',
    ...(synset ? { synset_id: synset } : {}),
  }
  if (concept)
    return {
      ...known,
      concept: concept.id,
      name: concept.name,
      parents: (concepts?.ancestors(concept.id) ?? []).map(({ id }) => id),
    }
  const names = [...new Set(Object.values(tag))].filter((name) => name !== '' && name !== english)
  return { ...known, concept: '', name: english, ...(names.length > 0 ? { names } : {}) }
}
