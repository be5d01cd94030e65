import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { addNames, openWithRoot } from '../../catalog/library.ts'

test('an order made in slices has the changes made meanwhile', async () => {
  const { catalog, root } = openWithRoot(tempFolder('orders'))
  const ids = addNames(catalog, root.id, ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
  const [a, b, c, d] = ids as [number, number, number, number]
  const rate = (id: number, rating: number) => catalog.changes.apply({ kind: 'rate', ids: [id], rating })
  rate(a, 5)
  rate(b, 3)
  rate(c, 1)
  await catalog.search.prepare()
  const making = catalog.search.prepare({ order: 'rating' })
  await Promise.resolve() // it has begun
  rate(a, 2)
  const [e] = addNames(catalog, root.id, ['e.jpg'])
  catalog.search.run({ filter: {}, sort: { by: 'takenAt', order: 'asc' } }) // applies the changes
  await making
  const byRating = [...catalog.search.run({ filter: {}, sort: { by: 'rating', order: 'asc' } })]
  expect(byRating).toEqual([d, e, c, a, b])
})
