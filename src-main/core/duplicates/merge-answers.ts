import type { ChangePart, SuggestionAnswer } from '../catalog/catalog.ts'
import { tagKey } from '../catalog/vocabulary/tag-levels.ts'

/**
 * What the kept photo gets of what a person said of suggestions for others that show the same: what they said of it
 * stays, and no tag is rejected that somebody gave it or one of the others. Of several answers the first one counts.
 */
export function answerParts(
  keepId: number,
  answers: readonly SuggestionAnswer[],
  given: readonly string[],
): ChangePart[] {
  const settled = new Set(answers.filter(({ photoId }) => photoId === keepId).map(({ name }) => tagKey(name)))
  const tags = new Set(given.map(tagKey))
  return answers.flatMap(({ name, verdict }): ChangePart[] => {
    const key = tagKey(name)
    if (settled.has(key) || (verdict === 'rejected' && tags.has(key))) return []
    settled.add(key)
    return [{ change: { kind: 'suggestion', name, verdict }, ids: [keepId] }]
  })
}
