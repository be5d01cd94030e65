import type { z } from 'zod'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { LearnedSuggestion, SuggestionPage, SuggestionQuery } from '../../contract/library/custom-classifiers.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { WaitingChoice, WaitingSuggestion } from './rows/waiting-suggestions.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import { acceptSuggestions } from '../keywords/judge-suggestion.ts'
import { tagKey } from '../catalog/vocabulary/tag-levels.ts'
import { freshSince, shownSuggestions } from './shown-suggestions.ts'

export type SuggestionDependencies = {
  catalog: Pick<Catalog, 'classifiers' | 'search' | 'photos'>
  changes: Pick<PersonChanges, 'applyBatch'>
}
type Reading = Pick<SuggestionDependencies, 'catalog'>

/** The certainty in percent at which yes is as likely as no. */
const BORDER = 50

/** A page of the waiting suggestions, and their number. Throws `tagger-not-found`. */
export async function listLearned(
  { catalog }: Reading,
  query: SuggestionQuery,
): Promise<z.infer<typeof SuggestionPage>> {
  const { id, name, order, offset, limit } = query
  const key = name === undefined ? null : tagKey(name)
  let [total, first]: [number, WaitingSuggestion[]] = [0, []]
  for await (const piece of shownSuggestions({ catalog }, id, choiceOf(catalog.classifiers, query))) {
    const found = key === null ? piece : piece.filter((each) => tagKey(each.name) === key)
    total += found.length
    // Sorted parts are merged, which takes almost no time even for late pages.
    first = [...first, ...found]
      .sort((a, b) => rank(order, a) - rank(order, b) || b.photoId - a.photoId)
      .slice(0, offset + limit)
  }
  return { total, suggestions: withTiles(catalog, catalog.search.onlyShown(first.slice(offset))) }
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

/** The number of waiting suggestions by certainty in whole percent, 0 to 100. Throws `tagger-not-found`. */
export async function countByCertainty({ catalog }: Reading, id: string): Promise<number[]> {
  const counts = Array.from({ length: 101 }, () => 0)
  for await (const piece of shownSuggestions({ catalog }, id))
    for (const { confidence } of piece) counts[Math.min(100, Math.floor(confidence))]! += 1
  return counts
}

/**
 * Accepts every waiting suggestion of at least this certainty, as one change that can be undone. Throws
 * `tagger-not-found`.
 */
export async function acceptAbove(
  { catalog, changes }: SuggestionDependencies,
  { id, certainty }: { id: string; certainty: number },
): Promise<ChangeResult> {
  const found: WaitingSuggestion[][] = []
  for await (const piece of shownSuggestions({ catalog }, id, { atLeast: certainty })) found.push(piece)
  // Photos that were hidden or left the library in the meantime stay unchanged.
  const byName = Map.groupBy(catalog.search.onlyShown(found.flat()), ({ name }) => name)
  return acceptSuggestions(
    { changes },
    [...byName].map(([name, each]) => ({ name, ids: each.map(({ photoId }) => photoId) })),
  )
}
