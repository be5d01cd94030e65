import { z } from 'zod'
import { Backup } from './backups.ts'
import { Text } from '../sentences/text.ts'

/**
 * Whether the catalogue is sound. `checking`: it may be damaged and is being checked. `mendable`: the damaged part is
 * rebuilt at the next opening. `damaged`: a backup has to be restored. The catalogue is read-only unless it is sound.
 */
export const LibraryHealth = z.object({
  condition: z.enum(['sound', 'checking', 'mendable', 'damaged']),
  /** What is wrong and what to do; empty if all is well. */
  message: Text.nullable(),
  /** The newest backup, offered if the catalogue is damaged; null if there is none. */
  backup: Backup.nullable(),
  /** What endangers a sound catalogue and what to do, such as a library on a network drive; null otherwise. */
  warning: Text.nullable(),
  /** How many edits were applied again at the opening, because the catalogue was older than the journal of edits. */
  recovered: z.int(),
})
export type LibraryHealth = z.infer<typeof LibraryHealth>
