import { z } from 'zod'
import { MAX_EXAMPLES, ClassifierId, ClassifierInfo, ClassName } from '../analysis/classifier.ts'
import { PhotoId } from './ids.ts'
import { PhotoTile } from './photo.ts'
import { Text } from '../sentences/text.ts'

const MAX_CATEGORIES = 50
const Examples = z.array(PhotoId).max(MAX_EXAMPLES)

/** The training of one tag: photos that show it and, where given, photos that do not. */
export const TagTraining = z.object({ name: ClassName, positives: Examples.min(1), negatives: Examples.default([]) })
export type TagTraining = z.infer<typeof TagTraining>

/** The training of categories that exclude each other, each with photos that show it; `name` is what they are together. */
export const CategorizerTraining = z.object({
  name: ClassName,
  categories: z
    .array(z.object({ name: ClassName, positives: Examples.min(1) }))
    .min(2)
    .max(MAX_CATEGORIES),
})
export type CategorizerTraining = z.infer<typeof CategorizerTraining>

/** More examples for a classifier; without a name they are examples of its first class. */
export const MoreExamples = z.object({
  id: ClassifierId,
  name: ClassName.optional(),
  positives: Examples.default([]),
  negatives: Examples.default([]),
})

/** A custom classifier of the library with its present state. */
export const CustomClassifier = ClassifierInfo.extend({
  /** How many photos in the normal view have one of its tags, from whomever, at the lowest confidence shown. */
  photos: z.int(),
  /** In percent: suggestions that are at least so certain count as sure. The person chooses it. */
  certainty: z.number(),
  /** How many photos it has classified so far while it is applied to the library, otherwise null. */
  applying: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Why it could not be trained again with the present model; empty without a problem. */
  problem: Text.nullable(),
})
export type CustomClassifier = z.infer<typeof CustomClassifier>

/** A certainty in percent that a person may choose. */
export const Certainty = z.number().min(1).max(100)

/**
 * How many of a classifier's suggestions wait for a yes or no, each photo with each tag counted; how many of them are
 * sure; and how many sure ones are of photos that came since the classifier was trained, or its inbox was seen.
 */
export const WaitingCount = z.object({ id: ClassifierId, waiting: z.int(), sure: z.int(), fresh: z.int() })
export type WaitingCount = z.infer<typeof WaitingCount>

/** A tag that a classifier suggests for a photo, with its certainty in percent. No search and no file knows of it. */
export const LearnedSuggestion = z.object({ photo: PhotoTile, name: z.string(), confidence: z.number() })
export type LearnedSuggestion = z.infer<typeof LearnedSuggestion>

/** Which suggestions are listed, and in which order: those nearest to yes-or-no first, or the surest. */
export const SuggestionQuery = z.object({
  id: ClassifierId,
  order: z.enum(['doubtful', 'surest']).default('doubtful'),
  /** Only of this tag, where the classifier has several. */
  name: ClassName.optional(),
  /** Only sure ones of photos that came since the classifier was trained, or its inbox was seen. */
  isFresh: z.boolean().default(false),
  atLeast: z.number().min(0).max(100).default(0),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(500).default(20),
})
export type SuggestionQuery = z.output<typeof SuggestionQuery>

export const SuggestionPage = z.object({ total: z.int(), suggestions: z.array(LearnedSuggestion) })

/** What a person said of suggestions of a tag, of classifiers and of keywords alike. */
export const SuggestionAnswers = z.object({ name: z.string(), accepted: z.int(), rejected: z.int() })
export type SuggestionAnswers = z.infer<typeof SuggestionAnswers>
