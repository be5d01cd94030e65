import { z } from 'zod'
import { FolderId } from './ids.ts'
import { PhotoSort } from './query.ts'

export const SavedSearchId = z.int().positive()
export type SavedSearchId = z.infer<typeof SavedSearchId>

/** A query with a name. Relative dates stay relative: `last 30 days` is read on the day of the search. */
export const SavedSearch = z.object({
  id: SavedSearchId,
  name: z.string().trim().min(1).max(100),
  /** In the search language; empty if only a folder and an order are saved. */
  text: z.string().max(4000),
  sort: PhotoSort,
  /** The folder to search; null for all, and if the folder has left the library. */
  folderId: FolderId.nullable(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

/** A search to save; with an id it replaces that search. */
export const SearchToSave = SavedSearch.extend({
  id: SavedSearchId.optional(),
  sort: PhotoSort.default({ by: 'takenAt', order: 'desc' }),
  folderId: FolderId.nullable().default(null),
  /** The album that a new smart album is put into; null at the top. */
  albumId: z.int().positive().nullable().default(null),
})
export type SearchToSave = z.infer<typeof SearchToSave>
