import type { Box, SaliencyMap } from '../models/runtime/tasks.ts'

/** Values from which on a cell belongs to what stands out in part, and entirely. */
const [SOME, ALL] = [0.25, 0.75]
/** An area that reaches this nowhere does not stand out. */
const STANDS_OUT = 0.5
/**
 * Areas smaller than the first part of the largest are left out, those above the second part count in full; so is left
 * out all that together is smaller than MIN_SHARE of the picture.
 */
const [SMALL, LARGE] = [0.2, 0.4]
const MIN_SHARE = 0.005
/** What of the areas may lie beyond each edge of the box. */
const BEYOND = 0.02

/**
 * The box, in upright pixels, around the areas of a saliency map that stand out most; null where nothing does. Cells
 * and areas count in part where they are near a threshold, so that noise in the map moves an edge by a little.
 */
export function findSalientBox(map: SaliencyMap, width: number, height: number): Box | null {
  const { columns, rows, values } = map
  const areas = connectedAreas(map).filter(({ cells }) => cells.some((cell) => values[cell]! >= STANDS_OUT))
  const largest = areas.reduce((most, { mass }) => Math.max(most, mass), 0)
  if (largest < MIN_SHARE * columns * rows) return null
  const [across, down] = [new Float64Array(columns), new Float64Array(rows)]
  for (const { cells, mass } of areas) {
    const share = ramp(mass / largest, SMALL, LARGE)
    if (share === 0) continue
    for (const cell of cells) {
      const amount = share * ramp(values[cell]!, SOME, ALL)
      across[cell % columns]! += amount
      down[Math.floor(cell / columns)]! += amount
    }
  }
  const [sx, sy] = [width / columns, height / rows]
  const [[x1, x2], [y1, y2]] = [middleOf(across), middleOf(down)]
  return { x1: x1 * sx, y1: y1 * sy, x2: x2 * sx, y2: y2 * sy }
}

const ramp = (value: number, from: number, to: number): number => Math.min(1, Math.max(0, (value - from) / (to - from)))

/** Where the sums reach `BEYOND` of all and all but that, in cells. */
function middleOf(amounts: Float64Array): [number, number] {
  const beyond = BEYOND * amounts.reduce((sum, amount) => sum + amount, 0)
  const reach = (list: Float64Array): number => {
    let sum = 0
    for (const [i, amount] of list.entries()) {
      if (sum + amount >= beyond && amount > 0) return i + (beyond - sum) / amount
      sum += amount
    }
    return list.length
  }
  return [reach(amounts), amounts.length - reach(amounts.toReversed())]
}

type Area = { cells: number[]; mass: number }

/** Areas of neighbouring cells above the lower threshold. */
function connectedAreas({ columns, rows, values }: SaliencyMap): Area[] {
  const visited = new Uint8Array(values.length)
  const areas: Area[] = []
  for (let start = 0; start < values.length; start++) {
    if (visited[start] || values[start]! <= SOME) continue
    visited[start] = 1
    const area: Area = { cells: [], mass: 0 }
    for (const open = [start]; open.length > 0;) {
      const cell = open.pop()!
      const [x, y] = [cell % columns, Math.floor(cell / columns)]
      area.cells.push(cell)
      area.mass += ramp(values[cell]!, SOME, ALL)
      const neighbours = [
        x > 0 ? cell - 1 : -1,
        x < columns - 1 ? cell + 1 : -1,
        y > 0 ? cell - columns : -1,
        y < rows - 1 ? cell + columns : -1,
      ]
      for (const next of neighbours) {
        if (next < 0 || visited[next] || values[next]! <= SOME) continue
        visited[next] = 1
        open.push(next)
      }
    }
    areas.push(area)
  }
  return areas
}
