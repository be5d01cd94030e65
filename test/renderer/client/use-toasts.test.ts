import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { useToasts } from '../../../src-renderer/client/use-toasts.ts'

const fail = (title: string) => useToasts().attempt(title, () => Promise.reject(new Error('Why.')))
const shown = () => useToasts().list.map(({ title, times }) => `${title} ${times}`)

beforeEach(() => setActivePinia(createPinia()))

test('repeated errors are one notice with a count, until it is closed', async () => {
  for (let at = 0; at < 3; at++) await fail('Not rated')
  await fail('Not tagged')
  expect(shown()).toEqual(['Not rated 3', 'Not tagged 1'])
  useToasts().close(useToasts().list[0]!.id)
  await fail('Not rated')
  expect(shown()).toEqual(['Not tagged 1', 'Not rated 1'])
})

test('an error is not displaced by notices that close by themselves', async () => {
  await fail('Not rated')
  for (let at = 0; at < 6; at++) useToasts().say(`Said ${at}`)
  expect(shown()).toEqual(['Not rated 1', 'Said 2 1', 'Said 3 1', 'Said 4 1', 'Said 5 1'])
})

test('all errors are closed at once, and nothing else', async () => {
  await fail('Not rated')
  useToasts().say('Copied')
  await fail('Not tagged')
  expect(useToasts().errors).toHaveLength(2)
  useToasts().closeErrors()
  expect(shown()).toEqual(['Copied 1'])
})
