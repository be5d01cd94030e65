import { z } from 'zod'
import { PhotoSource } from './export-job.ts'
import { ExportSettings } from './export-settings.ts'
import { TargetId } from './ids.ts'
import { Text } from '../sentences/text.ts'

export const PublishFolderId = z.int().positive()
export type PublishFolderId = z.infer<typeof PublishFolderId>

/**
 * A folder of exports that is kept in step with photos: added ones appear, those that leave go, changed ones are
 * written again. Files that it did not write itself, or that were changed since, are never touched.
 */
export const PublishOrder = z.object({
  name: z.string().trim().min(1).max(100),
  source: PhotoSource,
  settings: ExportSettings,
  targetId: TargetId,
  isOn: z.boolean().default(true),
})
export type PublishOrder = z.infer<typeof PublishOrder>

/** `waiting`: something changed and is written soon; `away`: its folder is not there, and nothing is done meanwhile. */
export const PublishFolder = z.object({
  id: PublishFolderId,
  name: z.string(),
  source: PhotoSource,
  settings: ExportSettings,
  /** The folder's full path, to be shown. */
  target: z.string(),
  isOn: z.boolean(),
  state: z.enum(['in-step', 'waiting', 'running', 'away', 'failed']),
  /** Why it failed, or where the folder is missed, as a sentence; empty otherwise. */
  problem: Text.nullable(),
  /** Files in the folder that it wrote. */
  files: z.int(),
  /** Files that failed, are held back, or were changed by others and therefore kept, with reasons; at most 1000. */
  notes: z.array(z.object({ file: z.string(), reason: Text })),
  /** Milliseconds since 1970; null before the first time. */
  lastRunMs: z.number().nullable(),
})
export type PublishFolder = z.infer<typeof PublishFolder>
