import { setImmediate } from 'node:timers/promises'
import type { WaitingCount } from '../../contract/library/custom-classifiers.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { freshSince, shownSuggestions } from './shown-suggestions.ts'

type Dependencies = { catalog: Pick<Catalog, 'classifiers' | 'search'> }

/** The number of waiting suggestions of each classifier, with breaks for other calls. */
export async function countWaiting({ catalog }: Dependencies): Promise<WaitingCount[]> {
  const counts: WaitingCount[] = []
  for (const { id } of catalog.classifiers.list()) {
    await setImmediate()
    if (!catalog.classifiers.exists(id)) continue
    const count = await countOne({ catalog }, id)
    if (catalog.classifiers.exists(id)) counts.push(count)
  }
  return counts
}

async function countOne({ catalog }: Dependencies, id: string): Promise<WaitingCount> {
  const { certainty } = catalog.classifiers.settingsOf(id)
  const since = freshSince(catalog.classifiers, id)
  const count: WaitingCount = { id, waiting: 0, sure: 0, fresh: 0 }
  for await (const piece of shownSuggestions({ catalog }, id)) {
    const sure = piece.filter(({ confidence }) => confidence >= certainty)
    count.waiting += piece.length
    count.sure += sure.length
    count.fresh += sure.filter(({ addedMs }) => addedMs > since).length
  }
  return count
}
