import { z } from 'zod'

const nsfwMode = z.enum(['hide', 'blur', 'show'])
const theme = z.enum(['system', 'light', 'dark'])
/** Height of a grid row in CSS pixels. */
const tileSize = z.int().min(80).max(400)
const minConfidence = z.number().min(7).max(100)

/** What a person chose, kept with the library. */
export const Settings = z.object({
  nsfwMode: nsfwMode.default('blur'),
  theme: theme.default('system'),
  tileSize: tileSize.default(200),
  minConfidence: minConfidence.default(20),
})
export type Settings = z.infer<typeof Settings>

/** Some of the settings. It carries no defaults: what is not named stays as it is. */
export const SettingsChange = z.object({ nsfwMode, theme, tileSize, minConfidence }).partial()
