import { z } from 'zod'
import { why } from '../sentences/why.ts'

const keys = Object.keys(why) as (keyof typeof why)[]

/** One step by which a photo got a tag or did not: a sentence of `contract/sentences/why.ts` and its values. */
export const TagReason = z.object({
  key: z.enum(keys),
  /** Numbers are whole percent, apart from `count`. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type TagReason = z.infer<typeof TagReason>

/** Why a photo has or lacks one word, in the order in which it was decided. */
export const TagExplanation = z.object({
  /** English name of the concept, or the word as the person or the file has it. */
  name: z.string(),
  /** The same in the language of the tags. */
  label: z.string(),
  /** Whether the photo has the tag in the library. */
  isGiven: z.boolean(),
  reasons: z.array(TagReason),
})
export type TagExplanation = z.infer<typeof TagExplanation>
