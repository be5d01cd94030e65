import { z } from 'zod'
import { FolderId } from './ids.ts'

/** A watched folder or a folder below one. */
export const Folder = z.object({
  id: FolderId,
  parentId: FolderId.nullable(),
  name: z.string(),
  path: z.string(),
  /** Photos in this folder and below. */
  photoCount: z.int(),
  /** False while the drive is unplugged or the folder is gone; its photos stay in the library. */
  isAvailable: z.boolean(),
})
export type Folder = z.infer<typeof Folder>
