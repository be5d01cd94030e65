import type { Box, SaliencyMap } from '../models/runtime/tasks.ts'
import { resampleMap } from './shrink.ts'

/** Share of a person's box by which hair and hands may extend beyond it. */
const REACH = 0.05

/**
 * Adds people to a saliency map in full, but only inside boxes of persons. Outside the boxes the map stays as it was,
 * so that false finds of the people model change nothing. Boxes are in pixels of a photo of the given size.
 */
export function addPeople(
  saliency: SaliencyMap,
  people: SaliencyMap,
  boxes: readonly Box[],
  photo: { width: number; height: number },
): SaliencyMap {
  const { columns, rows } = saliency
  const values = Float32Array.from(saliency.values)
  const found = resampleMap(people, columns, rows)
  for (const box of boxes) {
    const { left, right, top, bottom } = cellsOf(box, columns / photo.width, rows / photo.height)
    for (let y = Math.max(0, top); y < Math.min(rows, bottom); y++)
      for (let x = Math.max(0, left); x < Math.min(columns, right); x++)
        values[y * columns + x] = Math.max(values[y * columns + x]!, found[y * columns + x]!)
  }
  return { columns, rows, values }
}

function cellsOf({ x1, y1, x2, y2 }: Box, scaleX: number, scaleY: number) {
  const [dx, dy] = [REACH * (x2 - x1), REACH * (y2 - y1)]
  return {
    left: Math.floor((x1 - dx) * scaleX),
    right: Math.ceil((x2 + dx) * scaleX),
    top: Math.floor((y1 - dy) * scaleY),
    bottom: Math.ceil((y2 + dy) * scaleY),
  }
}
