import { expect, test } from 'vitest'
import { mergeFaces } from '../../../src-main/library/duplicates/merge-faces.ts'
import { statementOn } from '../people/rows/people.ts'

const anna = statementOn(100, 100, { name: 'Anna' })
const ben = statementOn(600, 100, { name: 'Ben' })

test('the kept photo gets the names of faces on the others, and its own stay', () => {
  const kept = { id: 1, shape: 1.5, faces: [anna] }
  const others = [{ id: 2, shape: 1.5, faces: [statementOn(104, 98, { name: 'Anne' }), ben] }]
  expect(mergeFaces(kept, others)).toEqual([{ change: { kind: 'faces', faces: [anna, ben] }, ids: [1] }])
})

test('a photo with another crop gives no names, since its faces are in other places', () => {
  const kept = { id: 1, shape: 1.5, faces: [] }
  expect(mergeFaces(kept, [{ id: 2, shape: 1, faces: [ben] }])).toEqual([])
})
