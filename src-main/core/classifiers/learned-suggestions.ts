import type { z } from 'zod'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { LearnedSuggestion, SuggestionPage, SuggestionQuery } from '../../contract/library/custom-classifiers.ts'
import type { Catalog, WaitingChoice, WaitingSuggestion } from '../catalog/catalog.ts'
import type { PersonChanges } from '../changes/person-changes.ts'
import { acceptSuggestions } from '../keywords/judge-suggestion.ts'
import { tagKey } from '../catalog/vocabulary/tag-levels.ts'
import { freshSince, shownSuggestions } from './shown-suggestions.ts'

export type SuggestionDependencies = {
  catalog: Pick<Catalog, 'classifiers' | 'search' | 'photos'>
  changes: Pick<PersonChanges, 'applyBatch'>
}
type Reading = Pick<SuggestionDependencies, 'catalog'>

/** Where yes is as likely as no, in percent. */
const BORDER = 50

/** A page of the suggestions that wait, and how many there are. Throws `tagger-not-found`. */
export function listLearned({ catalog }: Reading, query: SuggestionQuery): z.infer<typeof SuggestionPage> {
  const { id, name, order, offset, limit } = query
  const key = name === undefined ? null : tagKey(name)
  const found = shownSuggestions({ catalog }, id, choiceOf(catalog.classifiers, query))
    .filter((each) => key === null || tagKey(each.name) === key)
    .sort((a, b) => rank(order, a) - rank(order, b) || b.photoId - a.photoId)
  return { total: found.length, suggestions: withTiles(catalog, found.slice(offset, offset + limit)) }
}

function choiceOf(classifiers: Catalog['classifiers'], { id, isFresh, atLeast }: SuggestionQuery): WaitingChoice {
  if (!isFresh) return { atLeast }
  const { certainty } = classifiers.settingsOf(id)
  return { atLeast: Math.max(atLeast, certainty), addedAfterMs: freshSince(classifiers, id) }
}

/** The lowest comes first. */
const rank = (order: SuggestionQuery['order'], { confidence }: WaitingSuggestion): number =>
  order === 'surest' ? -confidence : Math.abs(confidence - BORDER)

function withTiles(catalog: Reading['catalog'], found: readonly WaitingSuggestion[]): LearnedSuggestion[] {
  const tiles = new Map(catalog.photos.tiles(found.map(({ photoId }) => photoId)).map((tile) => [tile.id, tile]))
  return found.flatMap(({ photoId, name, confidence }) => {
    const photo = tiles.get(photoId)
    return photo === undefined ? [] : [{ photo, name, confidence }]
  })
}

/** How many waiting suggestions have each certainty in whole percent, 0 to 100. Throws `tagger-not-found`. */
export function countByCertainty({ catalog }: Reading, id: string): number[] {
  const counts = Array.from({ length: 101 }, () => 0)
  for (const { confidence } of shownSuggestions({ catalog }, id)) counts[Math.min(100, Math.floor(confidence))]! += 1
  return counts
}

/**
 * Accepts every suggestion that waits and is at least so certain, as one change that can be undone. Throws
 * `tagger-not-found`.
 */
export function acceptAbove(
  { catalog, changes }: SuggestionDependencies,
  { id, certainty }: { id: string; certainty: number },
): Promise<ChangeResult> {
  const found = shownSuggestions({ catalog }, id, { atLeast: certainty })
  const byName = Map.groupBy(found, ({ name }) => name)
  return acceptSuggestions(
    { changes },
    [...byName].map(([name, each]) => ({ name, ids: each.map(({ photoId }) => photoId) })),
  )
}
