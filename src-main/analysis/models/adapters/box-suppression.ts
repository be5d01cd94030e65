import type { Box } from '../runtime/tasks.ts'

/** Intersection over union of two boxes, 0 to 1. */
export function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1)
  if (width <= 0 || height <= 0) return 0
  const both = width * height
  return both / ((a.x2 - a.x1) * (a.y2 - a.y1) + (b.x2 - b.x1) * (b.y2 - b.y1) - both)
}

/**
 * Greedy non-maximum suppression: best first, a box is dropped if a better one of the same group overlaps it by more
 * than `limit`. Boxes of different groups (`groupOf`) never suppress each other.
 */
export function suppressBoxes<T extends { score: number; box: Box }>(
  found: readonly T[],
  limit: number,
  groupOf: (item: T) => string = () => '',
): T[] {
  const kept: T[] = []
  for (const item of [...found].sort((a, b) => b.score - a.score)) {
    const group = groupOf(item)
    if (!kept.some((other) => groupOf(other) === group && overlapOf(other.box, item.box) > limit)) kept.push(item)
  }
  return kept
}

/** The part of a box inside a picture of this size; null if nothing is left. */
export function clampBox(box: Box, width: number, height: number): Box | null {
  const x1 = Math.max(0, box.x1)
  const y1 = Math.max(0, box.y1)
  const x2 = Math.min(width, box.x2)
  const y2 = Math.min(height, box.y2)
  return x2 > x1 && y2 > y1 ? { x1, y1, x2, y2 } : null
}
