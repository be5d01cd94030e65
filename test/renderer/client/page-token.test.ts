import { beforeEach, expect, test } from 'vitest'
import { takePageToken } from '../../../src-renderer/client/page-token.ts'

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

test('a page opened with a token keeps it for its tab and removes it from the address', () => {
  history.replaceState(null, '', '/#token=abc-D_9')
  expect(takePageToken(window)).toBe('abc-D_9')
  expect(location.href).not.toContain('abc')
  expect(takePageToken(window)).toBe('abc-D_9')
  expect(localStorage.length).toBe(0)
  expect(document.cookie).toBe('')
})

test('an address inside the app stays unchanged, and a page without a token has none', () => {
  history.replaceState(null, '', '/#/photo/3')
  expect(takePageToken(window)).toBeNull()
  expect(location.hash).toBe('#/photo/3')
})
