import type { ChangeResult } from '../../contract/library/history.ts'
import type { SuggestionVerdict } from '../../contract/library/keywords.ts'
import type { ChangePart } from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'

type Dependencies = { changes: Pick<PersonChanges, 'applyBatch'> }
/** Photos for which a tag was suggested. */
export type SuggestedTag = { ids: readonly number[]; name: string }
export type SuggestionJudgement = SuggestedTag & { verdict: SuggestionVerdict }

/**
 * Accepts a suggested keyword, which photos then have, or rejects it: it is not suggested for them again, and it is
 * removed if the analysis had found it. Both are stored, as one change.
 */
export function judgeSuggestion({ changes }: Dependencies, judgement: SuggestionJudgement): Promise<ChangeResult> {
  const { ids, name, verdict } = judgement
  const photos = new Set(ids).size
  return changes.applyBatch({ kind: 'judge-suggestion', name, verdict, photos }, partsOf(judgement))
}

/** Accepts several tags, each for its photos, as one change. */
export function acceptSuggestions({ changes }: Dependencies, tags: readonly SuggestedTag[]): Promise<ChangeResult> {
  const name = tags.map((each) => each.name).join('”, “')
  const photos = new Set(tags.flatMap(({ ids }) => ids)).size
  return changes.applyBatch(
    { kind: 'judge-suggestion', name, verdict: 'accepted', photos },
    tags.flatMap((each) => partsOf({ ...each, verdict: 'accepted' })),
  )
}

const partsOf = ({ ids, name, verdict }: SuggestionJudgement): ChangePart[] => [
  { change: { kind: 'suggestion', name, verdict }, ids },
  { change: { kind: verdict === 'accepted' ? 'add-tag' : 'remove-tag', name }, ids },
]
