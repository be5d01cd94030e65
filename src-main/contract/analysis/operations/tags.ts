import { z } from 'zod'
import { LOWEST_CONFIDENCE } from '../tag.ts'
import { count, decimal, flag, languageList, list, text } from './values.ts'

/** Maximum length of the id of a custom classifier, an index or an entry, in characters. */
export const MAX_ID_LENGTH = 1000
const MAX_FEEDBACK_INDEXES = 20

/** Descriptions of two parameters that several operations share. */
export const LANGUAGE =
  'Languages of the names in the answer. Where a language has no word the English one stands in, and `verbose` says so.'
export const VERBOSE = '1 adds more information to each record, and notes about the picture and the models.'

/** Parameters of the tagging operation. */
export const TagParameters = z.object({
  language: languageList().describe(LANGUAGE),
  verbose: flag(0).describe(VERBOSE),
  limit: count(-1).describe('Most tags in the answer; -1 for all.'),
  threshold: decimal(0)
    .transform((value) => Math.max(LOWEST_CONFIDENCE, value))
    .describe(
      'Least confidence of the tags in the answer, in percent. Tags at 7 or below are never given, whatever is asked.',
    ),
  decrease_parents: flag(1).describe(
    '1 lowers the confidence of tags that are broader words for the main object, such as "animal" beside "dog".',
  ),
  use_feedback: flag(0).describe('1 lets feedback on earlier results change this one.'),
  accept_feedback: flag(0).describe(
    '1 adds a `feedback_id` to the answer, under which feedback on it can be given for 24 hours.',
  ),
  feedback_index: list(['feedback'], MAX_FEEDBACK_INDEXES, (name) => name).describe(
    'Names of the feedback indexes to use; feedback given later goes into the first. Has a meaning only with use_feedback or accept_feedback.',
  ),
  tagger_id: text(MAX_ID_LENGTH).describe('A custom tagger that does the tagging alone.'),
})
export type TagParameters = z.output<typeof TagParameters>

/** A tag with its text by language. The optional fields appear only with `verbose`. */
export const TagRecord = z.object({
  confidence: z.number().min(0).max(100).describe('Percent; tags are in falling order of it.'),
  tag: z.record(z.string(), z.string()).describe('The tag by language code.'),
  origin: z
    .string()
    .optional()
    .describe('Verbose: what found it, such as objects, classifier, faces, scene, colors, tagger or feedback.'),
  kept_as: z
    .number()
    .optional()
    .describe(
      'Verbose, an addition: the lower percentage to go by when deciding whether to show a tag that is too uncertain for that.',
    ),
  synset_id: z.string().optional().describe('Verbose: its WordNet 3.0 synset, where it has one.'),
  parents: z
    .array(z.string())
    .optional()
    .describe('Verbose, an addition: English names of the broader concepts, nearest first.'),
  fallback: z
    .array(z.string())
    .optional()
    .describe('Verbose, an addition: languages asked for that have no word for it.'),
})
export type TagRecord = z.infer<typeof TagRecord>

/** Notes of a verbose answer: anything unusual about the file, and which models are missing. */
export const Notes = z
  .array(z.string())
  .describe('Verbose, an addition: what is odd about the file, and which models are missing.')

export const TagResult = z.object({
  tags: z.array(TagRecord),
  feedback_id: z.string().optional().describe('Only with accept_feedback=1.'),
  notes: Notes.optional(),
})
export type TagResult = z.infer<typeof TagResult>
