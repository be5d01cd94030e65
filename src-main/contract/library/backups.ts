import { z } from 'zod'

/**
 * Why a backup was made: once a day, because a person asked for it, before the catalogue got a new layout, or before
 * something that changes much.
 */
export const BackupReason = z.enum(['daily', 'asked', 'migration', 'before'])
export type BackupReason = z.infer<typeof BackupReason>

/** A copy of the catalogue as it was at one moment. */
export const Backup = z.object({
  id: z.string(),
  /** UTC. */
  at: z.iso.datetime(),
  reason: BackupReason,
  /** What it was made before, in a few words; empty otherwise. */
  note: z.string(),
  photos: z.int(),
  bytes: z.int(),
})
export type Backup = z.infer<typeof Backup>

/** The backups of a library, the newest first, and where they lie. */
export const Backups = z.object({
  folder: z.string(),
  backups: z.array(Backup),
  /** The one that takes the catalogue's place when the library is next opened; null where none is to. */
  restoring: z.string().nullable(),
})
export type Backups = z.infer<typeof Backups>

/** Which backup to restore, and whether what a person changed since then is done again on top of it. */
export const RestoreRequest = z.object({ id: z.string().min(1), withNewerEdits: z.boolean().default(true) })
export type RestoreRequest = z.infer<typeof RestoreRequest>
