import type { Hit } from '../index-types.ts'

/** A row in question: its id, and the least distance that it can have. */
export type InQuestion = { id: number; least: number }

/** Between two sortings of what was found. */
const ROUND = 32

/**
 * The nearest of rows in question, by distance and then by id: the most promising are compared first, until no other
 * can be nearer than what was found. `distanceTo` compares the full vectors.
 */
export function nearestOf(rows: InQuestion[], limit: number, distanceTo: (id: number) => number): Hit[] {
  rows.sort((a, b) => a.least - b.least || a.id - b.id)
  let hits: Hit[] = []
  let worst: Hit = { id: Infinity, distance: Infinity }
  for (let at = 0; at < rows.length && rows[at]!.least <= worst.distance;) {
    const most = Math.max(ROUND, limit - hits.length)
    for (const end = Math.min(rows.length, at + most); at < end; at++) {
      const { id, least } = rows[at]!
      const isBehind = least > worst.distance || (least === worst.distance && id > worst.id)
      if (!isBehind) hits.push({ id, distance: distanceTo(id) })
    }
    hits = hits.sort((a, b) => a.distance - b.distance || a.id - b.id).slice(0, limit)
    if (hits.length === limit) worst = hits[limit - 1]!
  }
  return hits
}
