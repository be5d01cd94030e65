import { z } from 'zod'
import { AlbumId, AlbumName } from './albums.ts'
import { ChangedIds } from './history.ts'
import { Label, Rating } from './photo.ts'

/** What the photos of a flag get once a choice is finished. */
export const ChoiceFate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('album'), id: AlbumId }),
  /** Groups that name the same new album share it. */
  z.object({ kind: z.literal('new-album'), name: AlbumName }),
  z.object({ kind: z.literal('label'), label: Label }),
  z.object({ kind: z.literal('rating'), rating: Rating }),
])
export type ChoiceFate = z.infer<typeof ChoiceFate>

/** The groups of a finished choice: the picked photos, the rejected ones, and those without a flag. */
export const FinishedChoice = z.object({
  groups: z
    .array(z.object({ ids: ChangedIds, fate: ChoiceFate }))
    .min(1)
    .max(3),
})
export type FinishedChoice = z.infer<typeof FinishedChoice>
