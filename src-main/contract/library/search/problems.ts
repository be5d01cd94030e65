import { z } from 'zod'
import { Text } from '../../sentences/text.ts'

/**
 * A part of a search that is not understood or finds nothing. `error`: the term is not understood, and finds nothing or
 * is ignored. `note`: it may not be understood as intended, or nothing has that name.
 */
export const SearchProblem = z.object({
  code: z.enum([
    'unknown-field',
    'bad-value',
    'no-value',
    'no-letters',
    'dangling',
    'unclosed',
    'too-deep',
    'and-or',
    'no-match',
    'other-language',
    'not-installed',
  ]),
  severity: z.enum(['error', 'note']),
  /** Its position in the text, in UTF-16 units; `to` is exclusive. */
  from: z.int(),
  to: z.int(),
  /** The text there. */
  text: z.string(),
  /** A sentence that describes it. */
  message: Text,
})
export type SearchProblem = z.infer<typeof SearchProblem>
export type ProblemCode = SearchProblem['code']

const notes: ReadonlySet<ProblemCode> = new Set([
  'unknown-field',
  'no-letters',
  'and-or',
  'no-match',
  'other-language',
  'not-installed',
])

/** A problem with a part of a text. */
export function problemAt(
  whole: string,
  { from, to }: { from: number; to: number },
  code: ProblemCode,
  message: Text,
): SearchProblem {
  return { code, severity: notes.has(code) ? 'note' : 'error', from, to, text: whole.slice(from, to), message }
}
