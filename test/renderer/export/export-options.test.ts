import { expect, test } from 'vitest'
import {
  exportRequest,
  missingChoice,
  sizeProblem,
  startingOptions,
  withSize,
} from '../../../src-renderer/export/export-options.ts'
import { fakePhotos, tileOf } from '../fake-photos.ts'

const crop = { x1: 0, y1: 0, x2: 10, y2: 10 }

test('the first choice that is missing is named', () => {
  const options = startingOptions()
  expect(missingChoice(options, true)).toBe('')
  expect(missingChoice(options, false)).toBe('Choose a folder for the files.')
  expect(missingChoice({ ...options, pattern: '' }, false)).toBe('Write a name pattern.')
  expect(missingChoice({ ...options, sizes: [] }, false)).toBe('Choose at least one size.')
})

test('a request holds the chosen sizes, and only crops of those', () => {
  const options = { ...startingOptions(), sizes: withSize([], 800, 600) }
  const moved = [
    { photoId: 1, size: { width: 800, height: 600 }, crop },
    { photoId: 1, size: { width: 100, height: 100 }, crop },
  ]
  const request = exportRequest(options, { photos: fakePhotos(2).map(tileOf), moved, targetId: 't' })
  expect(request).toMatchObject({
    photoIds: [1, 2],
    sizes: [{ width: 800, height: 600 }],
    crops: [{ photoId: 1, size: { width: 800, height: 600 } }],
    targetId: 't',
  })
  expect(request.crops).toHaveLength(1)
})

test('a size that exists already is switched on instead of added', () => {
  const sizes = withSize([], 800, 600).map((size) => ({ ...size, isOn: false }))
  expect(withSize(sizes, 800, 600)).toMatchObject([{ width: 800, height: 600, isOn: true }])
  expect(withSize(sizes, 600, 800)).toHaveLength(2)
})

test('sizes are whole pixels up to a limit', () => {
  expect(sizeProblem(800, 600)).toBe('')
  expect(sizeProblem(0, 600)).toContain('whole pixels')
  expect(sizeProblem(20_001, 600)).toContain('at most')
})
