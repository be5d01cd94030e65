import { z } from 'zod'
import { LOWEST_CONFIDENCE } from '../tag.ts'
import { count, decimal, flag, languageList, list, text } from './values.ts'

/** Longest id of a tagger, a categorizer, an index or an entry, in characters. */
export const LONGEST_ID = 1000
const MOST_FEEDBACK_INDEXES = 20

/** Parameters of the tagging operation. */
export const TagParameters = z.object({
  language: languageList(),
  verbose: flag(0),
  /** Most tags given; -1 for all. */
  limit: count(-1),
  /** Least confidence in percent; never below 7, whatever is asked. */
  threshold: decimal(0).transform((value) => Math.max(LOWEST_CONFIDENCE, value)),
  decrease_parents: flag(1),
  use_feedback: flag(0),
  accept_feedback: flag(0),
  feedback_index: list(['feedback'], MOST_FEEDBACK_INDEXES, (name) => name),
  /** A custom tagger that does the tagging alone. */
  tagger_id: text(LONGEST_ID),
})
export type TagParameters = z.output<typeof TagParameters>

/** A tag with its text by language. The optional fields are those of `verbose`. */
export const TagRecord = z.object({
  confidence: z.number().min(0).max(100),
  tag: z.record(z.string(), z.string()),
  origin: z.string().optional(),
  synset_id: z.string().optional(),
  /** English names of the broader concepts, nearest first. */
  parents: z.array(z.string()).optional(),
  /** Requested languages that have no word for it, so that the English one stands in. */
  fallback: z.array(z.string()).optional(),
})
export type TagRecord = z.infer<typeof TagRecord>

/** What every verbose answer may say beside its records: odd files, and models that are missing. */
export const Notes = z.array(z.string())

export const TagResult = z.object({ tags: z.array(TagRecord), feedback_id: z.string().optional(), notes: Notes.optional() })
export type TagResult = z.infer<typeof TagResult>
