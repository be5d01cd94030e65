import { z } from 'zod'

/** What a person chose, kept with the library. */
export const Settings = z.object({
  nsfwMode: z.enum(['hide', 'blur', 'show']).default('blur'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Height of a grid row in CSS pixels. */
  tileSize: z.int().min(80).max(400).default(200),
  minConfidence: z.number().min(7).max(100).default(20),
})
export type Settings = z.infer<typeof Settings>
export const SettingsChange = Settings.partial()
