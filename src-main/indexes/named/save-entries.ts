import type { IndexStore, NewEntry } from '../store/port.ts'
import { admit, checkVector, type SaveOptions } from './admit-vector.ts'
import { checkEntryId, toKey, type IndexName } from './index-name.ts'

/** A vector and the id it is found by. */
export type Entry = { entryId: string; vector: Float32Array }

/** Saves entries, all or none; makes the index where it is new. Rejects with `bad-params`. */
export async function saveEntries(
  store: IndexStore,
  name: IndexName,
  entries: Iterable<Entry>,
  options: SaveOptions = {},
  at: number,
): Promise<void> {
  const key = toKey(name)
  const picture = options.picture ?? null
  const checked = Array.from(entries, ({ entryId, vector }): NewEntry => {
    checkVector(vector)
    return { entryId: checkEntryId(entryId), vector, picture }
  })
  await store.entries.save(key, checked, (row, isEmpty, vector) => admit(row, isEmpty, vector, options), at)
}
