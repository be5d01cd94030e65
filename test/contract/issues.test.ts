import { expect, test } from 'vitest'
import { z } from 'zod'
import { AlbumName } from '../../src-main/contract/library/albums.ts'
import { WallTime } from '../../src-main/contract/library/date-change.ts'
import { KeywordName } from '../../src-main/contract/library/keywords.ts'
import { textOfIssues } from '../../src-main/contract/issues.ts'
import { inEnglish } from '../../src-main/contract/sentences/write-text.ts'

/** Why a schema refuses a value; '' if it accepts it. */
const refusal = (schema: z.ZodType, value: unknown): string => {
  const { error } = schema.safeParse(value)
  const text = error && textOfIssues(error.issues)
  expect(JSON.stringify(text ?? {}), 'a text of the program’s own').not.toContain('"Invalid')
  return inEnglish(text)
}

test("each kind of zod's findings is a text with a key", () => {
  const schema = z.object({
    name: z.string().min(1).max(3).default('a'),
    id: z.string().length(4).default('abcd'),
    stars: z.int().min(0).max(5).default(0),
    size: z.number().positive().lt(9).multipleOf(2).default(2),
    kind: z.enum(['a', 'b']).default('a'),
    site: z.url().default('https://example.com'),
    code: z.string().regex(/^x/).default('x'),
    either: z.union([z.string(), z.number()]).default(''),
    of: z
      .discriminatedUnion('by', [z.object({ by: z.literal('day') }), z.object({ by: z.literal('month') })])
      .optional(),
  })
  const wrong = (value: object) => refusal(schema.strict(), value)
  expect(wrong({ name: '' })).toBe('"name": it must not be empty.')
  expect(wrong({ name: 'abcd' })).toBe('"name": its length may be 3 at most.')
  expect(wrong({ id: 'a' })).toBe('"id": its length must be 4 or more.')
  expect(wrong({ stars: -1 })).toBe('"stars": it must be 0 or more.')
  expect(wrong({ stars: 6 })).toBe('"stars": it may be 5 at most.')
  expect(wrong({ stars: 'x' })).toBe('"stars": it must be of the type number.')
  expect(wrong({ size: 0 })).toBe('"size": it must be more than 0.')
  expect(wrong({ size: 10 })).toBe('"size": it must be less than 9.')
  expect(wrong({ size: 3 })).toBe('"size": it must be a multiple of 2.')
  expect(wrong({ kind: 'c' })).toBe('"kind": it must be one of: a, b.')
  expect(wrong({ site: 'x' })).toBe('"site": it must be a full address, such as https://example.com.')
  expect(wrong({ code: 'a' })).toBe('"code": it is not written in the right form.')
  expect(wrong({ either: null })).toBe('"either": it is not written in the right form.')
  expect(wrong({ of: { by: 'year' } })).toBe('"of.by": it must be one of: day, month.')
  expect(wrong({ colour: 'red' })).toBe('The input: it has names that are not known: colour.')
  expect(refusal(z.object({ a: z.string() }), {})).toBe('"a": it is missing.')
  expect(wrong({ stars: 6, kind: 'c' })).toBe('"stars": it may be 5 at most. "kind": it must be one of: a, b.')
})

test('checks with their own words keep them', () => {
  expect(refusal(AlbumName, ' ')).toBe('The input: an album needs a name.')
  expect(refusal(KeywordName, 'a//b')).toBe('The input: each level of a keyword needs a name.')
  expect(refusal(WallTime, '5 May')).toBe('The input: a time is written YYYY-MM-DDTHH:MM:SS.')
  expect(refusal(WallTime, '2024-13-01T00:00:00')).toBe('The input: there is no such day or time.')
})
