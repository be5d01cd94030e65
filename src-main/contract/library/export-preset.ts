import { z } from 'zod'
import { ExportSettings } from './export-settings.ts'

export const ExportPresetId = z.int().positive()
export type ExportPresetId = z.infer<typeof ExportPresetId>

/** Named settings. */
export const ExportPreset = z.object({
  id: ExportPresetId,
  name: z.string().trim().min(1).max(100),
  settings: ExportSettings,
})
export type ExportPreset = z.infer<typeof ExportPreset>

/** Maximum number of characters in a preset's file, including the picture of a watermark. */
export const MAX_PRESET_FILE = 8 * 2 ** 20
