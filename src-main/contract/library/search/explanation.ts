import { z } from 'zod'
import { Text } from '../../sentences/text.ts'
import { SearchProblem } from './problems.ts'

/** One reading of a term, with the number of photos that it finds and earlier readings do not. */
const Part = z.object({ meaning: Text, count: z.int() })

/** A word, phrase or field of a search, or words that are read together, such as `june 2024`. */
export const ExplainedTerm = z.object({
  /** Its position in the text, in UTF-16 units; `to` is exclusive. */
  from: z.int(),
  to: z.int(),
  text: z.string(),
  /** The field, by its name; null for words and phrases. */
  field: z.string().nullable(),
  /** True if photos must not match it. */
  isNegated: z.boolean(),
  /** How many photos it finds by itself, negated or not, among those that meet the other conditions. */
  count: z.int(),
  /** Its readings in order: `2024` as a year, then as a name. */
  parts: z.array(Part),
})
export type ExplainedTerm = z.infer<typeof ExplainedTerm>

/** How a search is understood. */
export const SearchExplanation = z.object({
  total: z.int(),
  terms: z.array(ExplainedTerm),
  /** From left to right: terms that are not understood, and terms that find nothing. */
  problems: z.array(SearchProblem),
  /**
   * If nothing fits all terms: each of them without which there are photos, with their number, most first. `from` and
   * `to` as above.
   */
  withoutOne: z.array(z.object({ from: z.int(), to: z.int(), text: z.string(), count: z.int() })),
})
export type SearchExplanation = z.infer<typeof SearchExplanation>

/** A completion: a value of a field, or a field itself, with its name as `value`. */
export const Suggestion = z.object({
  field: z.string(),
  isField: z.boolean(),
  value: z.string(),
  label: z.string(),
  /** Photos with this value; 0 for a field. */
  count: z.int(),
  /** The synonym of a keyword that matches, if its own name does not. */
  synonym: z.string().optional(),
})
export type Suggestion = z.infer<typeof Suggestion>
