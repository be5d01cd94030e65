import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Clusters } from '../../../src-main/library/duplicates/clusters.ts'

test('a group is as similar as its weakest link', () => {
  const clusters = new Clusters(new Map())
  clusters.joinAll([1, 2], 'equal')
  clusters.joinAll([3, 4], 'equal')
  clusters.join(4, 1, 'same')
  clusters.join(7, 8, 'near')
  expect(clusters.all()).toEqual([
    { kind: 'same', ids: [1, 2, 3, 4] },
    { kind: 'near', ids: [7, 8] },
  ])
})

test('photos marked as no duplicates match others, but not each other', () => {
  const marks = new Map([
    [1, [5]],
    [2, [5]],
  ])
  const clusters = new Clusters(marks)
  clusters.joinAll([1, 2, 3], 'equal')
  expect(clusters.all()).toEqual([{ kind: 'equal', ids: [1, 3] }])
  expect(clusters.join(2, 3, 'same')).toBe(false)
})

test('a photo that links two frames joins only one of them, unless the frames are equal', () => {
  const clusters = new Clusters(new Map(), (a, b) => Math.max(a, b) === 2 && Math.min(a, b) === 1)
  expect([clusters.join(1, 9, 'same'), clusters.join(9, 2, 'same')]).toEqual([true, false])
  clusters.joinAll([1, 2], 'equal')
  expect(clusters.all()).toEqual([{ kind: 'same', ids: [1, 2, 9] }])
})

test('no photo is in two groups, and no two photos with the same mark are in one group', () => {
  const id = fc.integer({ min: 1, max: 12 })
  const joins = fc.array(fc.tuple(id, id, fc.constantFrom('equal' as const, 'same' as const, 'near' as const)))
  const marked = fc.array(fc.tuple(id, fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 })))
  fc.assert(
    fc.property(joins, marked, (pairs, marks) => {
      const markOf = new Map(marks)
      const clusters = new Clusters(markOf)
      for (const [a, b, kind] of pairs) if (a !== b) clusters.join(a, b, kind)
      const all = clusters.all()
      const ids = all.flatMap((cluster) => cluster.ids)
      expect(new Set(ids).size).toBe(ids.length)
      for (const cluster of all) {
        const found = cluster.ids.flatMap((each) => [...new Set(markOf.get(each) ?? [])])
        expect(new Set(found).size).toBe(found.length)
      }
    }),
  )
})
