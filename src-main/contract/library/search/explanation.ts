import { z } from 'zod'
import { SearchProblem } from './problems.ts'

/** One reading of a term, with the photos that it finds and those before it do not. */
const Part = z.object({ meaning: z.string(), count: z.int() })

/** A word, a phrase or a field of a search, or words that are read together, such as `june 2024`. */
export const ExplainedTerm = z.object({
  /** Where it stands in the text, in UTF-16 units; `to` is behind it. */
  from: z.int(),
  to: z.int(),
  text: z.string(),
  /** The field, by its name; null for words and phrases. */
  field: z.string().nullable(),
  /** True where photos are wanted that it does not find. */
  isNegated: z.boolean(),
  /** How many photos it finds by itself, negated or not, among those that the other conditions leave. */
  count: z.int(),
  /** How it is understood, the first reading first: `2024` as a year, then as a name. */
  parts: z.array(Part),
})
export type ExplainedTerm = z.infer<typeof ExplainedTerm>

/** How a search is understood. */
export const SearchExplanation = z.object({
  total: z.int(),
  terms: z.array(ExplainedTerm),
  /** From left to right: what is not understood, and what finds nothing. */
  problems: z.array(SearchProblem),
})
export type SearchExplanation = z.infer<typeof SearchExplanation>

/** A completion: a value of a field, or a field itself, whose name then is `value`. */
export const Suggestion = z.object({
  field: z.string(),
  isField: z.boolean(),
  value: z.string(),
  label: z.string(),
  /** Photos with this value; of a field, 0. */
  count: z.int(),
  /** The synonym of a keyword that begins so, where its own name does not. */
  synonym: z.string().optional(),
})
export type Suggestion = z.infer<typeof Suggestion>
