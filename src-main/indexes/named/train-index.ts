import type { IndexStore } from '../store/port.ts'
import type { TrainedStates, TrainingWatch } from './trained-states.ts'

export type TrainingDependencies = {
  store: IndexStore
  states: TrainedStates
  now: () => number
  /** Deletes a state that nothing refers to any more; never throws. */
  removeState(name: string): void
}

/**
 * Makes an index's entries, as they are at the beginning, into its new trained state and switches to it: until then
 * searches see the old one. Gives the number of entries, or null where the index was removed meanwhile. Rejects,
 * with nothing switched, where the signal is aborted before the switch.
 */
export async function trainIndex(
  { store, states, now, removeState }: TrainingDependencies,
  indexRow: number,
  watch: TrainingWatch,
): Promise<number | null> {
  const reader = await store.read(indexRow)
  try {
    const { plan } = reader
    if (plan === null) return null
    const { kind, entries, dimensions, model, changes } = plan
    const pages = (rows: number) => reader.pages(rows)
    const name = await states.build({ indexRow, kind, entries, dimensions: dimensions ?? 1, pages }, watch)
    if (watch.signal.aborted) removeState(name)
    watch.signal.throwIfAborted()
    const switched = await store.indexes.switchTo(indexRow, { snapshot: name, model, changes, entries, at: now() })
    const unused = switched === null ? name : switched.replaced
    if (unused !== null) removeState(unused)
    return switched === null ? null : entries
  } finally {
    await reader.close()
  }
}
