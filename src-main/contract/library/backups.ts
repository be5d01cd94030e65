import { Text } from '../sentences/text.ts'
import { z } from 'zod'

/**
 * Why a backup was made: it was the daily one, a person asked for it, the catalogue got a new layout, or a change was
 * about to alter much.
 */
export const BackupReason = z.enum(['daily', 'asked', 'migration', 'before'])
export type BackupReason = z.infer<typeof BackupReason>

/** A copy of the catalogue at one moment. */
export const Backup = z.object({
  id: z.string(),
  /** UTC. */
  at: z.iso.datetime(),
  reason: BackupReason,
  /** The change that the backup was made before, in a few words; null otherwise. */
  note: Text.nullable(),
  photos: z.int(),
  bytes: z.int(),
})
export type Backup = z.infer<typeof Backup>

/** The backups of a library, newest first, and where they are. */
export const Backups = z.object({
  folder: z.string(),
  backups: z.array(Backup),
  /** The backup that replaces the catalogue when the library is next opened; null if there is none. */
  restoring: z.string().nullable(),
})
export type Backups = z.infer<typeof Backups>

/** Which backup to restore, and whether a person's later changes are applied again on top of it. */
export const RestoreRequest = z.object({ id: z.string().min(1), withNewerEdits: z.boolean().default(true) })
export type RestoreRequest = z.infer<typeof RestoreRequest>
