import { expect, test } from 'vitest'
import { atOnce, type Slices, withBreaks } from '../../../../src-main/library/search/columns/slices.ts'

/** Work of this many slices, each longer than the time until a break. */
function* slowWork(slices: number, did: number[]): Slices<number> {
  for (let slice = 0; slice < slices; slice++) {
    did.push(slice)
    for (const began = performance.now(); performance.now() - began < 10;);
    yield
  }
  return slices
}

test('work runs in one go, or with breaks for other work', async () => {
  const [atOneGo, withOthers]: number[][] = [[], []]
  expect(atOnce(slowWork(2, atOneGo!))).toBe(2)
  const working = withBreaks(slowWork(3, withOthers!), () => true)
  expect(withOthers).toEqual([0])
  expect(await working).toBe(3)
  expect(withOthers).toEqual([0, 1, 2])
})

test('work that becomes useless during a break ends there', async () => {
  const did: number[] = []
  expect(await withBreaks(slowWork(3, did), () => false)).toBeNull()
  expect(did).toEqual([0])
})
