import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCompletion } from '../../../src-renderer/search/use-completion.ts'
import { fakePhotos } from '../fake-photos.ts'
import { withStores } from '../mount-app.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a search that is begun before its completions are there is not covered by them', async () => {
  const { lines, suggest, clear } = withStores({ photos: fakePhotos(20) }, useCompletion).result
  void suggest('be', 2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(lines.value.length).toBeGreaterThan(0)
  clear()
  void suggest('bea', 3)
  clear()
  await vi.advanceTimersByTimeAsync(1000)
  expect(lines.value).toEqual([])
})

test.each(['a juggling cat with 7 faces', '除外した写真'])('the reading of %s is offered first', async (text) => {
  const { lines, suggest } = withStores({ photos: fakePhotos(20) }, useCompletion).result
  void suggest(text, text.length)
  await vi.advanceTimersByTimeAsync(1000)
  expect(lines.value[0]).toMatchObject({ value: 'description' })
})
