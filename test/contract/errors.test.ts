import { expect, test } from 'vitest'
import { AppError, messageOf, stackOf } from '../../src-main/contract/errors.ts'

test('the message of an error, and the text of any other thrown value', () => {
  expect(messageOf(new AppError('file-missing', 'The file is gone.'))).toBe('The file is gone.')
  expect(messageOf('plain text')).toBe('plain text')
  expect(messageOf(undefined)).toBe('undefined')
})

test('the stack of an error includes its message; an error without a stack gives its message', () => {
  const error = new Error('broken')
  expect(stackOf(error)).toContain('broken')
  expect(stackOf(error)).toContain('errors.test.ts')
  delete error.stack
  expect(stackOf(error)).toBe('broken')
  expect(stackOf(7)).toBe('7')
})
