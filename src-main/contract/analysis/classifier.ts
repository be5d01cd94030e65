import { z } from 'zod'

/** Id of a custom classifier, as it appears in URLs: 1 to 64 lower-case letters, digits, `-` and `_`. */
export const ClassifierId = z
  .string('must be text')
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,63}$/,
    'must have 1 to 64 lower-case letters, digits, "-" or "_", and begin with a letter or digit',
  )
export type ClassifierId = z.infer<typeof ClassifierId>

/**
 * The two kinds of custom classifiers. The tags of a `tagger` are independent of each other; exactly one category of a
 * `categorizer` applies to a photo, so their confidences sum to 100.
 */
export const ClassifierKind = z.enum(['tagger', 'categorizer'])
export type ClassifierKind = z.infer<typeof ClassifierKind>

/** Categorizers that come with the program; a custom one cannot have their ids. */
export const builtInCategorizers = ['personal_photos', 'nsfw_beta', 'general_v3'] as const

/** A tag or category as a person writes it: one line of at most 200 characters. */
export const ClassName = z
  .string('must be text')
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .regex(/^[^\p{Cc}]*$/u, 'must be one line of text')

/** Maximum number of example photos in one call. */
export const MAX_EXAMPLES = 2000
const Photos = z.array(z.int().positive()).max(MAX_EXAMPLES)

/** Photos that show a class, and optionally photos that do not. */
export const ClassExamples = z.object({ name: ClassName, positives: Photos, negatives: Photos.default([]) })
export type ClassExamples = z.infer<typeof ClassExamples>

/** The examples for training a custom classifier, by class: one or more tags, or the categories of a categorizer. */
export const TrainingRequest = z.object({
  id: ClassifierId,
  kind: ClassifierKind.default('tagger'),
  classes: z.array(ClassExamples).min(1).max(200),
})
export type TrainingRequest = z.infer<typeof TrainingRequest>

/** A custom classifier in a list: its examples by class, its embedding model, and times in milliseconds since 1970. */
export const ClassifierInfo = z.object({
  id: ClassifierId,
  kind: ClassifierKind,
  version: z.int().positive(),
  modelId: z.string(),
  classes: z.array(z.object({ name: z.string(), positives: z.int(), negatives: z.int() })),
  createdMs: z.number(),
  updatedMs: z.number(),
})
export type ClassifierInfo = z.infer<typeof ClassifierInfo>

/** A tag or category that a custom classifier gave to a photo, with a calibrated percentage. */
export type CustomTag = { name: string; confidence: number }
