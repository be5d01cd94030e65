import type { IndexStore } from '../store/index-store.ts'
import { admit, checkVector, type SaveOptions } from './admit-vector.ts'
import { checkEntryId, toKey, type IndexName } from './index-name.ts'

/** A vector and the id it is found by. */
export type Entry = { entryId: string; vector: Float32Array }

/** Saves entries in one transaction, all or none; makes the index where it is new. Throws `bad-params`. */
export function saveEntries(
  store: IndexStore,
  name: IndexName,
  entries: Iterable<Entry>,
  options: SaveOptions = {},
  at: number,
): void {
  const key = toKey(name)
  store.atomically(() => {
    for (const { entryId, vector } of entries) {
      checkEntryId(entryId)
      checkVector(vector)
      const row = store.indexes.find(key) ?? store.indexes.add(key, at)
      const traits = admit(row, store.entries.isEmpty(row.id), vector, options)
      if (
        traits.dimensions !== row.dimensions ||
        traits.model !== row.model ||
        traits.featuresType !== row.featuresType
      )
        store.indexes.setTraits(row.id, traits)
      store.entries.put(row.id, entryId, vector, options.picture)
    }
  })
}
