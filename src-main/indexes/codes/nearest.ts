import type { Hit } from '../index-types.ts'

/** Rows in question, the most promising first: their ids, and the least distance that each can have. */
export type InQuestion = { count: number; idAt: (n: number) => number; leastAt: (n: number) => number }

/**
 * The nearest of rows in question, by distance and then by id: the most promising are compared first, until no other
 * can be nearer than what was found. `distanceAt` compares the full vectors of one; it may say Infinity of a distance
 * greater than `most`.
 */
export function nearestOf(rows: InQuestion, limit: number, distanceAt: (n: number, most: number) => number): Hit[] {
  const hits: Hit[] = []
  let worst: Hit = { id: Infinity, distance: Infinity }
  for (let at = 0; at < rows.count; at++) {
    const least = rows.leastAt(at)
    if (least > worst.distance) break
    const id = rows.idAt(at)
    if (least === worst.distance && id > worst.id) continue
    const hit = { id, distance: distanceAt(at, worst.distance) }
    if (hit.distance === Infinity || !isBefore(hit, worst)) continue
    if (hits.length === limit) hits.pop()
    hits.splice(placeOf(hits, hit), 0, hit)
    if (hits.length === limit) worst = hits[limit - 1]!
  }
  return hits
}

const isBefore = (a: Hit, b: Hit): boolean => a.distance < b.distance || (a.distance === b.distance && a.id < b.id)

/** Where a hit belongs among sorted ones. */
function placeOf(hits: readonly Hit[], hit: Hit): number {
  let [low, high] = [0, hits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(hits[middle]!, hit)) low = middle + 1
    else high = middle
  }
  return low
}
