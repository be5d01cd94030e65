import type { EntryPicture } from '../store/entry-rows.ts'
import type { IndexRow } from '../store/index-rows.ts'
import type { IndexStore } from '../store/index-store.ts'

/** A picture described anew. */
export type NewVector = { picture: string; vector: Float32Array }
/** The model that an index is moved to, and what it makes of the picture of each entry, by the entry's id. */
export type Move = { model: string; vectors: ReadonlyMap<string, NewVector> }

/**
 * Gives every entry the vector of another model, all in one transaction, or none: then it answers with the entries that
 * have no new vector yet, as those that were saved meanwhile. All entries are to be trained afterwards.
 */
export function moveEntries(store: IndexStore, row: IndexRow, { model, vectors }: Move): EntryPicture[] {
  return store.atomically(() => {
    const entries = store.entries.pictures(row.id)
    const found = entries.map(({ entryId, picture }) => ({ entryId, picture, made: vectors.get(entryId) }))
    const lacking = found.filter(({ picture, made }) => made === undefined || made.picture !== picture)
    if (lacking.length > 0) return lacking.map(({ entryId, picture }) => ({ entryId, picture }))
    for (const { entryId, picture, made } of found) store.entries.put(row.id, entryId, made!.vector, picture)
    const dimensions = found[0]?.made?.vector.length ?? row.dimensions
    store.indexes.setTraits(row.id, { dimensions, model, featuresType: row.featuresType })
    return []
  })
}
