import { z } from 'zod'
import { PhotoSource } from './export-job.ts'
import { ExportSettings } from './export-settings.ts'
import { TargetId } from './ids.ts'
import { Text } from '../sentences/text.ts'

export const PublishFolderId = z.int().positive()
export type PublishFolderId = z.infer<typeof PublishFolderId>

/**
 * A folder of exports that is kept up to date with photos: added photos appear, removed ones disappear, changed ones
 * are written again. Files that it did not write itself, or that were changed since, are never touched.
 */
export const PublishOrder = z.object({
  name: z.string().trim().min(1).max(100),
  source: PhotoSource,
  settings: ExportSettings,
  targetId: TargetId,
  isOn: z.boolean().default(true),
})
export type PublishOrder = z.infer<typeof PublishOrder>

/**
 * `waiting`: something changed and will be written soon. `away`: its folder is not there, and nothing is done until it
 * returns.
 */
export const PublishFolder = z.object({
  id: PublishFolderId,
  name: z.string(),
  source: PhotoSource,
  settings: ExportSettings,
  /** The folder's full path, for display. */
  target: z.string(),
  isOn: z.boolean(),
  state: z.enum(['in-step', 'waiting', 'running', 'away', 'failed']),
  /** Why it failed, or which folder is missing, as a sentence; empty otherwise. */
  problem: Text.nullable(),
  /** Files that it wrote and that are in the folder. */
  files: z.int(),
  /** Files that failed, were held back, or were kept because others changed them, with reasons; at most 1000. */
  notes: z.array(z.object({ file: z.string(), reason: Text })),
  /** Milliseconds since 1970; null before the first time. */
  lastRunMs: z.number().nullable(),
})
export type PublishFolder = z.infer<typeof PublishFolder>
