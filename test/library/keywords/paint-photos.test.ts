import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { paintPhotos } from '../../../src-main/library/keywords/paint-photos.ts'
import { openKeywords } from './keyword-library.ts'

test('a stroke gives all its keywords as one change, and another stroke removes them', async () => {
  const library = openKeywords(['sea'], [], [])
  const { catalog, ids, changes, carried } = library
  const brush = { keywords: ['sea', 'Animals/gull'], rating: 4, label: 'Red', pick: 1 as const }
  const result = await paintPhotos(library, { ids: ids.slice(0, 2), brush, isErasing: false })
  expect(inEnglish(result.sentence)).toBe('Painted “sea”, “Animals/gull”, 4 stars, the label “Red”, picked on 2 photos')
  expect(catalog.changes.history(9)).toHaveLength(2)
  expect(catalog.photos.tiles(ids).map(({ rating, label, pick }) => [rating, label, pick])).toEqual([
    [4, 'Red', 1],
    [4, 'Red', 1],
    [0, '', 0],
  ])
  expect(carried()).toEqual([['Animals/gull', 'sea'], ['Animals/gull', 'sea'], []])
  expect(catalog.keywords.recent(9)).toEqual(['Animals/gull', 'sea'])
  await paintPhotos(library, { ids: [ids[0]!], brush, isErasing: true })
  expect(carried()[0]).toEqual([])
  expect(catalog.photos.tiles([ids[0]!])[0]).toMatchObject({ rating: 0, label: '', pick: 0 })
  await changes.undo()
  await changes.undo()
  expect(carried()).toEqual([['sea'], [], []])
  expect(catalog.photos.tiles(ids).every(({ rating }) => rating === 0)).toBe(true)
})
