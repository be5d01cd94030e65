import { z } from 'zod'

/** A category of a categorizer, with a calibrated percentage. */
export const FoundCategory = z.object({
  categorizer: z.string(),
  name: z.string(),
  confidence: z.number().min(0).max(100),
})
export type FoundCategory = z.infer<typeof FoundCategory>

/** Shares of the three `nsfw_beta` classes, 0 to 100 each; they sum to 100. */
export const NsfwShares = z.object({ nsfw: z.number(), underwear: z.number(), safe: z.number() })
export type NsfwShares = z.infer<typeof NsfwShares>
