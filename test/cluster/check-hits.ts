import { contentScale } from '../../src-main/indexes/published-distance.ts'
import type { Index } from './ledger.ts'
import type { Picture } from './pictures.ts'

export type Hits = { count: number; images: { id: string; distance: number }[] }

/** Vectors are of float32. */
const TOLERANCE = 1e-4

/** The distance of two pictures that the service must publish, computed in double precision. */
export function distanceOf(a: Picture, b: Picture): number {
  let product = 0
  for (let i = 0; i < a.vector.length; i++) product += a.vector[i]! * b.vector[i]!
  return contentScale(a.modelId).publish(Math.min(1, Math.max(0, 1 - product)))
}

/** Faults of hits that a snapshot of any time may give; null if there are none. */
export function findWrongHit(hits: Hits, asked: Picture, { entries }: Index): string | null {
  const { count, images } = hits
  if (count !== images.length) return `count is ${count} for ${images.length} hits`
  for (const [n, { id, distance }] of images.entries()) {
    if (n > 0 && distance < images[n - 1]!.distance) return `hit ${n} is nearer than the one before`
    const ever = [...(entries.get(id)?.ever ?? [])]
    if (ever.length === 0) return `"${id}" was never saved there`
    if (!ever.some((picture) => isNear(distance, distanceOf(asked, picture))))
      return `"${id}" is at ${distance}, not at ${ever.map((each) => distanceOf(asked, each)).join(' or ')}`
  }
  return null
}

/** Faults in all hits of an index that was trained after its last alteration. */
export function findWrongWhole(hits: Hits, asked: Picture, index: Index): string | null {
  const wrong = findWrongHit(hits, asked, index)
  if (wrong !== null) return wrong
  const found = new Map(hits.images.map(({ id, distance }) => [id, distance]))
  for (const [id, { possible }] of index.entries) {
    const distance = found.get(id)
    if (distance === undefined && !possible.has(null)) return `"${id}" was accepted and is not found`
    if (distance === undefined) continue
    const fitting = [...possible].filter((each) => each !== null && isNear(distance, distanceOf(asked, each)))
    if (fitting.length === 0) return `"${id}" is at ${distance}, where nothing that it may hold is`
  }
  return null
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE
