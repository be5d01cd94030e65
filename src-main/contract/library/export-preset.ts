import { z } from 'zod'
import { ExportSettings } from './export-settings.ts'

export const ExportPresetId = z.int().positive()
export type ExportPresetId = z.infer<typeof ExportPresetId>

/** Settings under a name. */
export const ExportPreset = z.object({
  id: ExportPresetId,
  name: z.string().trim().min(1).max(100),
  settings: ExportSettings,
})
export type ExportPreset = z.infer<typeof ExportPreset>

/** Most characters of a preset's file; a watermark's picture is part of it. */
export const MAX_PRESET_FILE = 8 * 2 ** 20
