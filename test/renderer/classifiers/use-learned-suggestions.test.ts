import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLearnedSuggestions } from '../../../src-renderer/classifiers/use-learned-suggestions.ts'
import { fakePhotos } from '../fake-photos.ts'
import { withStores } from '../mount-app.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a single event is followed, and several together are followed twice at most', async () => {
  const { result: suggestions } = withStores({ photos: fakePhotos(2) }, useLearnedSuggestions)
  void suggestions.refreshSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(suggestions.revision).toBe(1)
  for (let event = 0; event < 5; event++) void suggestions.refreshSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(suggestions.revision).toBe(3)
})
