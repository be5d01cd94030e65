import type { NamedCount } from '../../../contract/library/query.ts'
import { foldText } from '../../catalog/vocabulary/fold-text.ts'
import type { Vocabulary } from '../../catalog/vocabulary/vocabulary.ts'

/** A tag for completion; `synonym` if that is what begins with the text. */
export type SuggestedTag = NamedCount & { synonym?: string }

/** Tags with a name, a level or a synonym that begins with a text, in their order. */
export function suggestTags(
  tags: readonly NamedCount[],
  text: string,
  vocabulary: Pick<Vocabulary, 'findTag' | 'keywords'>,
  limit: number,
): SuggestedTag[] {
  const beginning = foldText(text.trim())
  const begins = (name: string) => foldText(name).startsWith(beginning)
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
