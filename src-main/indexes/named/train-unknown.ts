import type { IndexStore } from '../store/port.ts'
import { nameOf } from './index-name.ts'
import type { Indexes } from './indexes.ts'
import type { TrainedStates } from './trained-states.ts'

/**
 * Has indexes trained anew whose trained state is kept where this program was not told to look, as after an option was
 * left out or an index was moved from another database.
 */
export async function trainUnknown(store: IndexStore, states: TrainedStates, indexes: Pick<Indexes, 'train'>) {
  for (const { id, snapshot } of await store.indexes.snapshots()) {
    const row = states.has(snapshot) ? undefined : await store.indexes.byId(id)
    if (row?.snapshot === snapshot) await indexes.train(nameOf(row))
  }
}
