import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'
import type { WaitingChoice, WaitingPlace, WaitingSuggestion } from './rows/waiting-suggestions.ts'

type Dependencies = { catalog: Pick<Catalog, 'classifiers' | 'search'> }

/**
 * Suggestions of a classifier for photos that may be shown, some thousand at a time, with breaks for other calls. It
 * ends if the classifier is removed in the meantime. Throws `tagger-not-found`.
 */
export async function* shownSuggestions(
  { catalog }: Dependencies,
  id: string,
  choice?: WaitingChoice,
): AsyncGenerator<WaitingSuggestion[]> {
  for (let from: WaitingPlace | undefined; ;) {
    const { found, next } = catalog.classifiers.waiting(id, choice, from)
    yield catalog.search.onlyShown(found)
    if (next === null) return
    from = next
    await setImmediate()
    if (!catalog.classifiers.exists(id)) return
  }
}

/** The time from which photos are new to a classifier: its training, or the last view of its inbox. */
export const freshSince = (classifiers: Catalog['classifiers'], id: string): number =>
  Math.max(classifiers.get(id).createdMs, classifiers.settingsOf(id).seenMs)
