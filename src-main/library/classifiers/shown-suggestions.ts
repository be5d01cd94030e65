import { setImmediate } from 'node:timers/promises'
import type { Catalog, WaitingChoice, WaitingPlace, WaitingSuggestion } from '../catalog/catalog.ts'

type Dependencies = { catalog: Pick<Catalog, 'classifiers' | 'search'> }

/**
 * What a classifier suggests for photos that may be shown, some thousand at a time: other calls come in between. It
 * ends where the classifier is removed meanwhile. Throws `tagger-not-found`.
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

/** From when on photos are new to a classifier: since it was trained, or its inbox was seen. */
export const freshSince = (classifiers: Catalog['classifiers'], id: string): number =>
  Math.max(classifiers.get(id).createdMs, classifiers.settingsOf(id).seenMs)
