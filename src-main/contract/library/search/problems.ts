import { z } from 'zod'
import { Text } from '../../sentences/text.ts'

/**
 * Something of a search that is not understood, or that finds nothing. `error`: the term is not understood, and finds
 * nothing or is passed over. `note`: it is understood otherwise than it may be meant, or nothing is called so.
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
  /** Where it stands in the text, in UTF-16 units; `to` is behind it. */
  from: z.int(),
  to: z.int(),
  /** What stands there. */
  text: z.string(),
  /** A sentence that names it. */
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
