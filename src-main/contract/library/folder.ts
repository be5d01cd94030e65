import { z } from 'zod'
import { FolderId } from './ids.ts'
import { Text } from '../sentences/text.ts'

/**
 * How changes in a watched folder are noticed: by events of the system, by polling, or only by a scan. `auto` polls
 * network shares, which send no events.
 */
export const WatchMode = z.enum(['auto', 'events', 'polling', 'off'])
export type WatchMode = z.infer<typeof WatchMode>

/** A watched folder or one of its subfolders. */
export const Folder = z.object({
  id: FolderId,
  parentId: FolderId.nullable(),
  name: z.string(),
  path: z.string(),
  /** Photos in this folder and below. */
  photoCount: z.int(),
  /** False if the drive is unplugged or the folder is gone; its photos stay in the library. */
  isAvailable: z.boolean(),
  /** What is wrong with a watched folder and what to do about it, as sentences; empty if all is well. */
  problem: Text.nullable(),
  /** Of the watched folder that it is or is part of. */
  watching: WatchMode,
})
export type Folder = z.infer<typeof Folder>
