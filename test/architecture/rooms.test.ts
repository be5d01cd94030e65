import { expect, test } from 'vitest'
import { findArrows, findArrowsUp } from './rooms.ts'

const file = (path: string) => `src-main/library/${path}.ts`

test('arrows between rooms are counted, and the weakest of each circle leads up', () => {
  const imports = [
    ['queue/a', 'catalog/a'],
    ['queue/b', 'catalog/b'],
    ['catalog/a', 'queue/c'],
    ['catalog/a', 'catalog/b'],
    ['catalog/a', 'events/a'],
  ].map(([from, to]) => ({ from: file(from!), to: file(to!) }))
  const arrows = findArrows([...imports, { from: file('queue/a'), to: 'src-main/contract/errors.ts' }])
  expect(arrows.map(({ from, to, count }) => `${from} ${to} ${count}`)).toEqual([
    'queue catalog 2',
    'catalog queue 1',
    'catalog events 1',
  ])
  expect(findArrowsUp(arrows)).toEqual([{ from: 'catalog', to: 'queue', count: 1 }])
})
