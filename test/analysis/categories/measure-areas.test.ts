import { expect, test } from 'vitest'
import { measureAreas } from '../../../src-main/analysis/categories/measure-areas.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const at = (label: string, score: number, x1: number, x2: number) => ({ label, score, box: { x1, y1: 0, x2, y2: 50 } })

test('boxes of a concept add up to at most everything; doubtful ones and unknown names do not count', () => {
  const objects = [at('car', 0.9, 0, 20), at('car', 0.5, 50, 60), at('car', 0.1, 0, 100), at('nothing', 0.9, 0, 100)]
  expect([...measureAreas(objects, { width: 100, height: 100 }, vocabulary)]).toEqual([
    ['car', expect.closeTo(0.15, 6)],
  ])
  const trucks = Array.from({ length: 3 }, () => at('truck', 0.9, 0, 100))
  expect([...measureAreas(trucks, { width: 100, height: 50 }, vocabulary).values()]).toEqual([1])
})
