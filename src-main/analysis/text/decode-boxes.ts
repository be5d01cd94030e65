import type { Point, SaliencyMap } from '../models/runtime/tasks.ts'

/** A rectangle at any angle: its corners clockwise, from the upper left one where `width` is along the first side. */
export type TurnedBox = { corners: [Point, Point, Point, Point]; width: number; height: number; score: number }

/** Chance from which a pixel belongs to a line, and mean chance of a line that counts: the publisher's values. */
const INSIDE = 0.3
const MIN_SCORE = 0.6
/** How far the shrunk kernels of lines are widened: area over outline, times this. */
const UNCLIP = 1.6
/** Kernels with fewer pixels on their shorter side are noise. */
const MIN_KERNEL = 3

/**
 * Rectangles around the lines of a detector's map (differentiable binarisation, Liao et al., 2020), in cells of the
 * map, largest first: the smallest rectangle around each connected kernel, widened by what kernels were shrunk by.
 */
export function decodeBoxes(map: SaliencyMap, minScore = MIN_SCORE): TurnedBox[] {
  const boxes: TurnedBox[] = []
  for (const { outline, mean } of kernelsOf(map)) {
    if (mean < minScore) continue
    const kernel = smallestRectangle(outline)
    if (Math.min(kernel.width, kernel.height) < MIN_KERNEL) continue
    const { width, height } = kernel
    boxes.push({ ...widen(kernel, (width * height * UNCLIP) / (2 * (width + height))), score: mean })
  }
  return boxes.sort((a, b) => b.width * b.height - a.width * a.height)
}

type Kernel = { outline: Point[]; mean: number }

/** Connected cells above the limit, each with the ends of its rows and its mean chance. */
function kernelsOf({ columns, rows, values }: SaliencyMap): Kernel[] {
  const seen = new Uint8Array(columns * rows)
  const cells = new Int32Array(columns * rows)
  const [firsts, lasts] = [new Int32Array(rows), new Int32Array(rows)]
  const kernels: Kernel[] = []
  for (let start = 0; start < seen.length; start++) {
    if (values[start]! <= INSIDE || seen[start] === 1) continue
    firsts.fill(columns)
    lasts.fill(-1)
    let [count, sum] = [1, 0]
    cells[0] = start
    seen[start] = 1
    for (let i = 0; i < count; i++) {
      const cell = cells[i]!
      const y = Math.floor(cell / columns)
      const x = cell - y * columns
      sum += values[cell]!
      if (x < firsts[y]!) firsts[y] = x
      if (x > lasts[y]!) lasts[y] = x
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
          const next = row * columns + column
          if (values[next]! <= INSIDE || seen[next] === 1) continue
          seen[next] = 1
          cells[count++] = next
        }
    }
    kernels.push({ outline: outlineOf(firsts, lasts), mean: sum / count })
  }
  return kernels
}

/** Corners of the ends of rows. */
function outlineOf(firsts: Int32Array, lasts: Int32Array): Point[] {
  const outline: Point[] = []
  for (const [y, last] of lasts.entries()) {
    if (last < 0) continue
    for (const x of [firsts[y]!, last + 1]) outline.push({ x, y }, { x, y: y + 1 })
  }
  return outline
}

type Rectangle = Omit<TurnedBox, 'score'>

/** The rectangle of the least area around points has a side along their convex hull (Freeman and Shapira, 1975). */
function smallestRectangle(points: readonly Point[]): Rectangle {
  const hull = convexHull(points)
  let best: Rectangle | undefined
  for (const [i, from] of hull.entries()) {
    const to = hull[(i + 1) % hull.length]!
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length === 0) continue
    const box = rectangleAlong(hull, { x: (to.x - from.x) / length, y: (to.y - from.y) / length })
    if (!best || box.width * box.height < best.width * best.height) best = box
  }
  return best!
}

/** The direction is made to point most to the right, so that the first corner is the upper left one. */
function rectangleAlong(points: readonly Point[], side: Point): Rectangle {
  const quarter = Math.abs(side.x) < Math.abs(side.y) ? { x: side.y, y: -side.x } : side
  const right = quarter.x < 0 ? { x: -quarter.x, y: -quarter.y } : quarter
  let [left, top, end, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    const [u, v] = [x * right.x + y * right.y, y * right.x - x * right.y]
    left = Math.min(left, u)
    end = Math.max(end, u)
    top = Math.min(top, v)
    bottom = Math.max(bottom, v)
  }
  const at = (u: number, v: number): Point => ({ x: u * right.x - v * right.y, y: u * right.y + v * right.x })
  return {
    corners: [at(left, top), at(end, top), at(end, bottom), at(left, bottom)],
    width: end - left,
    height: bottom - top,
  }
}

/** Andrew's monotone chain, 1979. */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of list) {
      while (chain.length >= 2 && turnOf(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

const turnOf = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

function widen({ corners: [a, b, c, d], width, height }: Rectangle, by: number): Rectangle {
  const right = { x: ((b.x - a.x) / width) * by, y: ((b.y - a.y) / width) * by }
  const down = { x: ((d.x - a.x) / height) * by, y: ((d.y - a.y) / height) * by }
  const moved = ({ x, y }: Point, across: number, along: number): Point => ({
    x: x + across * right.x + along * down.x,
    y: y + across * right.y + along * down.y,
  })
  return {
    corners: [moved(a, -1, -1), moved(b, 1, -1), moved(c, 1, 1), moved(d, -1, 1)],
    width: width + 2 * by,
    height: height + 2 * by,
  }
}
