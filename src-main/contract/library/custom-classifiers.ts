import { z } from 'zod'
import { MAX_EXAMPLES, ClassifierId, ClassifierInfo, ClassName } from '../analysis/classifier.ts'
import { PhotoId } from './ids.ts'
import { PhotoTile } from './photo.ts'
import { Text } from '../sentences/text.ts'

const MAX_CATEGORIES = 50
const Examples = z.array(PhotoId).max(MAX_EXAMPLES)

/** The training of one tag: photos that show it, and optionally photos that do not. */
export const TagTraining = z.object({ name: ClassName, positives: Examples.min(1), negatives: Examples.default([]) })
export type TagTraining = z.infer<typeof TagTraining>

/** The training of mutually exclusive categories, each with photos that show it; `name` is the name of the whole. */
export const CategorizerTraining = z.object({
  name: ClassName,
  categories: z
    .array(z.object({ name: ClassName, positives: Examples.min(1) }))
    .min(2)
    .max(MAX_CATEGORIES),
})
export type CategorizerTraining = z.infer<typeof CategorizerTraining>

/** More examples for a classifier; without a name they belong to its first class. */
export const MoreExamples = z.object({
  id: ClassifierId,
  name: ClassName.optional(),
  positives: Examples.default([]),
  negatives: Examples.default([]),
})

/** A custom classifier of the library with its current state. */
export const CustomClassifier = ClassifierInfo.extend({
  /** How many photos in the normal view have one of its tags, from any source, at the lowest confidence shown. */
  photos: z.int(),
  /** In percent: suggestions of at least this certainty count as sure. The person chooses it. */
  certainty: z.number(),
  /** Progress in photos while it is applied to the library, otherwise null. */
  applying: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Why it could not be trained again with the current model; empty without a problem. */
  problem: Text.nullable(),
})
export type CustomClassifier = z.infer<typeof CustomClassifier>

/** A certainty in percent that a person may choose. */
export const Certainty = z.number().min(1).max(100)

/**
 * How many of a classifier's suggestions wait for a yes or no, counting each photo with each tag; how many of them are
 * sure; and how many sure ones are for photos added since the training or the last look into the inbox.
 */
export const WaitingCount = z.object({ id: ClassifierId, waiting: z.int(), sure: z.int(), fresh: z.int() })
export type WaitingCount = z.infer<typeof WaitingCount>

/**
 * A tag that a classifier suggests for a photo, with its certainty in percent. Searches and files do not contain it.
 */
export const LearnedSuggestion = z.object({ photo: PhotoTile, name: z.string(), confidence: z.number() })
export type LearnedSuggestion = z.infer<typeof LearnedSuggestion>

/** Which suggestions are listed, and in which order: closest to undecided first, or surest first. */
export const SuggestionQuery = z.object({
  id: ClassifierId,
  order: z.enum(['doubtful', 'surest']).default('doubtful'),
  /** Only this tag, if the classifier has several. */
  name: ClassName.optional(),
  /** Only sure ones for photos added since the training or the last look into the inbox. */
  isFresh: z.boolean().default(false),
  atLeast: z.number().min(0).max(100).default(0),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(500).default(20),
})
export type SuggestionQuery = z.output<typeof SuggestionQuery>

export const SuggestionPage = z.object({ total: z.int(), suggestions: z.array(LearnedSuggestion) })

/** A person's answers to suggestions of a tag, whether from classifiers or keywords. */
export const SuggestionAnswers = z.object({ name: z.string(), accepted: z.int(), rejected: z.int() })
export type SuggestionAnswers = z.infer<typeof SuggestionAnswers>
