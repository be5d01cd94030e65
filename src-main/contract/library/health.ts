import { z } from 'zod'
import { Backup } from './backups.ts'
import { Text } from '../sentences/text.ts'

/**
 * Whether the catalogue is sound. `checking`: it may be damaged, and is looked through; `mendable`: what is damaged is
 * made again at the next opening; `damaged`: a backup has to be restored. It is only read while it is not sound.
 */
export const LibraryHealth = z.object({
  condition: z.enum(['sound', 'checking', 'mendable', 'damaged']),
  /** What is wrong and what to do; empty where all is well. */
  message: Text.nullable(),
  /** The newest backup, offered where the catalogue is damaged; null where there is none. */
  backup: Backup.nullable(),
  /** What endangers a sound catalogue and what to do, for example a library on a network drive; empty otherwise. */
  warning: z.string(),
  /** How many edits were done again at the opening, because the catalogue was older than the edits journal. */
  recovered: z.int(),
})
export type LibraryHealth = z.infer<typeof LibraryHealth>
