import { setImmediate } from 'node:timers/promises'
import type { WaitingCount } from '../../contract/library/custom-classifiers.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { freshSince, shownSuggestions } from './shown-suggestions.ts'

type Dependencies = { catalog: Pick<Catalog, 'classifiers' | 'search'> }

/** How many suggestions of each classifier wait; other calls come in between. */
export async function countWaiting({ catalog }: Dependencies): Promise<WaitingCount[]> {
  const counts: WaitingCount[] = []
  for (const { id } of catalog.classifiers.list()) {
    await setImmediate()
    if (catalog.classifiers.exists(id)) counts.push(countOne({ catalog }, id))
  }
  return counts
}

function countOne({ catalog }: Dependencies, id: string): WaitingCount {
  const { certainty } = catalog.classifiers.settingsOf(id)
  const since = freshSince(catalog.classifiers, id)
  const waiting = shownSuggestions({ catalog }, id)
  const sure = waiting.filter(({ confidence }) => confidence >= certainty)
  const fresh = sure.filter(({ addedMs }) => addedMs > since)
  return { id, waiting: waiting.length, sure: sure.length, fresh: fresh.length }
}
