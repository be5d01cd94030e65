import type { Hit } from '../index-types.ts'

/** Rows in question, the most promising first: their ids, and the least distance that each can have. */
export type InQuestion = { count: number; idAt: (n: number) => number; leastAt: (n: number) => number }

/** Between two sortings of what was found. */
const ROUND = 32

/**
 * The nearest of rows in question, by distance and then by id: the most promising are compared first, until no other
 * can be nearer than what was found. `distanceAt` compares the full vectors of one; it may say Infinity of a distance
 * greater than `most`.
 */
export function nearestOf(rows: InQuestion, limit: number, distanceAt: (n: number, most: number) => number): Hit[] {
  let hits: Hit[] = []
  let worst: Hit = { id: Infinity, distance: Infinity }
  for (let at = 0; at < rows.count && rows.leastAt(at) <= worst.distance;) {
    const most = Math.max(ROUND, limit - hits.length)
    for (const end = Math.min(rows.count, at + most); at < end; at++) {
      const [id, least] = [rows.idAt(at), rows.leastAt(at)]
      const isBehind = least > worst.distance || (least === worst.distance && id > worst.id)
      const distance = isBehind ? Infinity : distanceAt(at, worst.distance)
      if (distance < Infinity) hits.push({ id, distance })
    }
    hits = hits.sort((a, b) => a.distance - b.distance || a.id - b.id).slice(0, limit)
    if (hits.length === limit) worst = hits[limit - 1]!
  }
  return hits
}
