import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutGrid } from '../../../src-main/analysis/foreground/cut-grid.ts'

const NEIGHBOURS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const

type Grid = { width: number; height: number; wishes: Int32Array; links: Int32Array }

/** Numbers for a grid whose links over the border are 0. */
function makeGrid(width: number, height: number, wish: (i: number) => number, link: (i: number) => number): Grid {
  const links = Int32Array.from({ length: 4 * width * height }, (_, at) => {
    const [dx, dy] = NEIGHBOURS[at & 3]!
    const [x, y] = [((at >> 2) % width) + dx, Math.floor((at >> 2) / width) + dy]
    return x < 0 || x >= width || y >= height ? 0 : link(at)
  })
  return { width, height, wishes: Int32Array.from({ length: width * height }, (_, i) => wish(i)), links }
}

function cost({ width, wishes, links }: Grid, isInside: (i: number) => boolean): number {
  let sum = 0
  wishes.forEach((wish, i) => {
    if (wish > 0 !== isInside(i)) sum += Math.abs(wish)
    NEIGHBOURS.forEach(([dx, dy], k) => {
      if (links[4 * i + k]! > 0 && isInside(i) !== isInside(i + dy * width + dx)) sum += links[4 * i + k]!
    })
  })
  return sum
}

/** The least cost over all ways to split the grid. */
function leastCost(grid: Grid): number {
  let least = Infinity
  for (let split = 0; split < 1 << grid.wishes.length; split++)
    least = Math.min(
      least,
      cost(grid, (i) => ((split >> i) & 1) === 1),
    )
  return least
}

function cutCost(grid: Grid): number {
  const inside = cutGrid(grid.width, grid.height, grid.wishes, grid.links)
  return cost(grid, (i) => inside[i]! > 0)
}

test('no other split of a small grid costs less', () => {
  const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 12, maxLength: 12 })
  const sizes = fc.constantFrom([1, 1], [1, 7], [7, 1], [3, 4], [4, 3], [2, 6])
  fc.assert(
    fc.property(
      sizes,
      numbers,
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 48, maxLength: 48 }),
      ([width, height], wishes, links) => {
        const grid = makeGrid(
          width!,
          height!,
          (i) => wishes[i]!,
          (at) => links[at]!,
        )
        expect(cutCost(grid)).toBe(leastCost(grid))
      },
    ),
    { numRuns: 150 },
  )
})

test('on a large grid no single pixel or block is better on the other side, and equal numbers give equal cuts', () => {
  const noise = (at: number, most: number): number => ((at * 2654435761) >>> 8) % most
  const grid = makeGrid(
    60,
    45,
    (i) => noise(i, 401) - 200 + (Math.hypot((i % 60) - 30, i / 60 - 22) < 14 ? 60 : -60),
    (at) => noise(at + 7, 120),
  )
  const inside = cutGrid(grid.width, grid.height, grid.wishes, grid.links)
  const least = cost(grid, (i) => inside[i]! > 0)
  for (let i = 0; i < grid.wishes.length; i += 13) {
    const isNear = (j: number, reach: number): boolean =>
      Math.abs((j % 60) - (i % 60)) <= reach && Math.abs(Math.floor(j / 60) - Math.floor(i / 60)) <= reach
    expect(cost(grid, (j) => inside[j]! > 0 !== (i === j))).toBeGreaterThanOrEqual(least)
    expect(cost(grid, (j) => isNear(j, 2) || inside[j]! > 0)).toBeGreaterThanOrEqual(least)
    expect(cost(grid, (j) => !isNear(j, 2) && inside[j]! > 0)).toBeGreaterThanOrEqual(least)
  }
  expect(cutGrid(grid.width, grid.height, grid.wishes, grid.links)).toEqual(inside)
})

test('a grid without preferences is outside, and links alone split nothing', () => {
  const grid = makeGrid(
    5,
    4,
    () => 0,
    () => 3,
  )
  expect([...cutGrid(5, 4, grid.wishes, grid.links)].every((value) => value === 0)).toBe(true)
  const one = makeGrid(
    5,
    4,
    (i) => (i === 7 ? 9 : 0),
    () => 3,
  )
  expect(cutCost(one)).toBe(0)
})
