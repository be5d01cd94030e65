import { z } from 'zod'
import { FolderId } from './ids.ts'
import { PhotoSort } from './query.ts'

export const SavedSearchId = z.int().positive()
export type SavedSearchId = z.infer<typeof SavedSearchId>

/** A query under a name. Dates that are counted from now stay so: `last 30 days` is read on the day that it runs. */
export const SavedSearch = z.object({
  id: SavedSearchId,
  name: z.string().trim().min(1).max(100),
  /** In the search language; empty where only a folder and an order are saved. */
  text: z.string().max(4000),
  sort: PhotoSort,
  /** The folder that it looks into; null for all, and where it has left the library. */
  folderId: FolderId.nullable(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

/** What is saved; with an id it takes the place of the search that has it. */
export const SearchToSave = SavedSearch.extend({
  id: SavedSearchId.optional(),
  sort: PhotoSort.default({ by: 'takenAt', order: 'desc' }),
  folderId: FolderId.nullable().default(null),
  /** The album in which a new one lies as a smart album; null at the top. */
  albumId: z.int().positive().nullable().default(null),
})
export type SearchToSave = z.infer<typeof SearchToSave>
