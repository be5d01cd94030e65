import { expect, test } from 'vitest'
import { useCompare } from '../../../src-renderer/compare/use-compare.ts'
import { useComparison } from '../../../src-renderer/compare/use-comparison.ts'
import { fakePhotos } from '../fake-photos.ts'
import { withStores } from '../mount-app.ts'

test('a photo whose rejection could not be saved returns to its place', async () => {
  const photos = fakePhotos(4)
  const ids = photos.map(({ id }) => id)
  const { library, result } = withStores({ photos }, () => {
    useCompare().open(ids, 2, '/')
    return useComparison()
  })
  const shown = () => result.comparison.value.shown
  const saved = Promise.withResolvers<void>()
  library.state.flagsAreSavedAfter = saved.promise
  const rejected = result.reject(ids[0]!)
  expect(shown()).toEqual([ids[2], ids[1]])
  saved.reject(new Error('The disk is full.'))
  await rejected
  expect(shown()).toEqual(ids.slice(0, 2))
})
