import { expect, test } from 'vitest'
import { plainText } from '../../../src-main/contract/library/text-fields.ts'

test.each([
  ['caption', ' one\r\ntwo\rthree\n', 'one\ntwo\nthree'],
  ['usageTerms', '\r\n\r\na\r\n\r\nb', 'a\n\nb'],
  ['title', 'one\r\n two\rthree', 'one two three'],
  ['countryCode', 'at', 'AT'],
] as const)('the %s %j is stored as %j', (field, given, stored) => {
  expect(plainText(field, given)).toBe(stored)
})
