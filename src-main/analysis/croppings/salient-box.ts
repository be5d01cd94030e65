import type { Box, SaliencyMap } from '../models/runtime/tasks.ts'

const STANDS_OUT = 0.5
/**
 * Areas smaller than this part of the largest are left out, and so is all that together is smaller than MIN_SHARE of
 * the picture.
 */
const MIN_PART = 0.3
const MIN_SHARE = 0.005

/** The box, in upright pixels, around the areas of a saliency map that stand out most; null where nothing does. */
export function findSalientBox(map: SaliencyMap, width: number, height: number): Box | null {
  const areas = connectedAreas(map).sort((a, b) => b.size - a.size)
  const largest = areas[0]
  if (!largest || largest.size < MIN_SHARE * map.columns * map.rows) return null
  const main = areas.filter(({ size }) => size >= MIN_PART * largest.size)
  const [sx, sy] = [width / map.columns, height / map.rows]
  return {
    x1: Math.min(...main.map(({ x1 }) => x1)) * sx,
    y1: Math.min(...main.map(({ y1 }) => y1)) * sy,
    x2: (Math.max(...main.map(({ x2 }) => x2)) + 1) * sx,
    y2: (Math.max(...main.map(({ y2 }) => y2)) + 1) * sy,
  }
}

type Area = Box & { size: number }

/** Areas of neighbouring cells above the threshold, with their bounds in cells (inclusive). */
function connectedAreas({ columns, rows, values }: SaliencyMap): Area[] {
  const visited = new Uint8Array(values.length)
  const areas: Area[] = []
  for (let start = 0; start < values.length; start++) {
    if (visited[start] || values[start]! < STANDS_OUT) continue
    visited[start] = 1
    const area: Area = { x1: columns, y1: rows, x2: 0, y2: 0, size: 0 }
    for (const open = [start]; open.length > 0;) {
      const cell = open.pop()!
      const [x, y] = [cell % columns, Math.floor(cell / columns)]
      grow(area, x, y)
      const neighbours = [
        x > 0 ? cell - 1 : -1,
        x < columns - 1 ? cell + 1 : -1,
        y > 0 ? cell - columns : -1,
        y < rows - 1 ? cell + columns : -1,
      ]
      for (const next of neighbours) {
        if (next < 0 || visited[next] || values[next]! < STANDS_OUT) continue
        visited[next] = 1
        open.push(next)
      }
    }
    areas.push(area)
  }
  return areas
}

function grow(area: Area, x: number, y: number): void {
  area.x1 = Math.min(area.x1, x)
  area.y1 = Math.min(area.y1, y)
  area.x2 = Math.max(area.x2, x)
  area.y2 = Math.max(area.y2, y)
  area.size++
}
