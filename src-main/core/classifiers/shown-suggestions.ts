import type { Catalog, WaitingChoice, WaitingSuggestion } from '../catalog/catalog.ts'

type Dependencies = { catalog: Pick<Catalog, 'classifiers' | 'search'> }

/** What a classifier suggests for photos that may be shown. Throws `tagger-not-found`. */
export const shownSuggestions = ({ catalog }: Dependencies, id: string, choice?: WaitingChoice): WaitingSuggestion[] =>
  catalog.classifiers.waiting(id, choice).filter(({ photoId }) => catalog.search.isShown(photoId))

/** From when on photos are new to a classifier: since it was trained, or its inbox was seen. */
export const freshSince = (classifiers: Catalog['classifiers'], id: string): number =>
  Math.max(classifiers.get(id).createdMs, classifiers.settingsOf(id).seenMs)
