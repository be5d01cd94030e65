import { z } from 'zod'
import { MAX_EXAMPLES, ClassifierId, ClassifierInfo, ClassName } from '../analysis/classifier.ts'
import { PhotoId } from './ids.ts'

const Examples = z.array(PhotoId).max(MAX_EXAMPLES)

/** The training of one tag: photos that show it and, where given, photos that do not. */
export const TagTraining = z.object({ name: ClassName, positives: Examples.min(1), negatives: Examples.default([]) })
export type TagTraining = z.infer<typeof TagTraining>

/** More examples for a classifier; without a name they are examples of its first class. */
export const MoreExamples = z.object({
  id: ClassifierId,
  name: ClassName.optional(),
  positives: Examples.default([]),
  negatives: Examples.default([]),
})

/** A custom classifier of the library with its present state. */
export const CustomClassifier = ClassifierInfo.extend({
  /**
   * How many photos in the normal view have one of its tags, also where a person added it, at the lowest confidence
   * shown.
   */
  photos: z.int(),
  /** How many photos it has classified so far while it is applied to the library, otherwise null. */
  applying: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Why it could not be trained again with the present model; empty without a problem. */
  problem: z.string(),
})
export type CustomClassifier = z.infer<typeof CustomClassifier>
