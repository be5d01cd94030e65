import { z } from 'zod'
import { MAX_EXAMPLES, ClassifierId, ClassifierInfo, ClassName } from '../analysis/classifier.ts'
import { PhotoId } from './ids.ts'

const Examples = z.array(PhotoId).max(MAX_EXAMPLES)

/** A custom tag: trained with photos that show it and, where given, photos that do not. */
export const TagTraining = z.object({ name: ClassName, positives: Examples.min(1), negatives: Examples.default([]) })
export type TagTraining = z.infer<typeof TagTraining>

/** More examples for a custom classifier; without a name they are examples of its first class. */
export const MoreExamples = z.object({
  id: ClassifierId,
  name: ClassName.optional(),
  positives: Examples.default([]),
  negatives: Examples.default([]),
})

/** A custom classifier of the library with what it does now. */
export const CustomClassifier = ClassifierInfo.extend({
  /**
   * How many photos in the normal view carry one of its tags, a person's own included, at the least confidence shown.
   */
  photos: z.int(),
  /** How many photos it has judged so far while it goes through the library, otherwise null. */
  applying: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Why it could not be trained again with the present model; empty when all is well. */
  problem: z.string(),
})
export type CustomClassifier = z.infer<typeof CustomClassifier>
