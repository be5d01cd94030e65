import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import type {
  WaitingChoice,
  WaitingPlace,
  WaitingSuggestion,
} from '../../../../src-main/library/classifiers/rows/waiting-suggestions.ts'

/** All waiting suggestions of a classifier, including those for hidden photos. */
export function allWaiting(catalog: Catalog, id: string, choice?: WaitingChoice): WaitingSuggestion[] {
  const all: WaitingSuggestion[] = []
  for (let from: WaitingPlace | undefined; ;) {
    const { found, next } = catalog.classifiers.waiting(id, choice, from)
    all.push(...found)
    if (next === null) return all
    from = next
  }
}
