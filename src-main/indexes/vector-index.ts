import { AppError } from '../contract/errors.ts'
import { contentDistance, unlikenessOf, type DistanceOf } from './distances.ts'
import type { Hit, VectorIndex, VectorSearch } from './index-types.ts'
import { createBestSlots } from './scan/best-slots.ts'
import { normalise } from './scan/quantise.ts'
import { createRowStore } from './scan/row-store.ts'

/**
 * Most candidates of the scan that are compared again; more than these tie within rounding only in libraries of copies.
 */
const MAX_RERANKED = 4096

export type VectorIndexOptions = {
  /** How unlikeness becomes a distance; `contentDistance` when absent. */
  distance?: DistanceOf
  /**
   * Gives the exact vector of an id, for example from the catalogue. With it the index keeps one byte a number instead
   * of two, and reads a few hundred vectors a search. An id it does not know is ranked by the byte the index has.
   */
  exact?: (id: number) => Float32Array | undefined
  /** True where `exact` gives vectors at length 1, which need not be copied to be compared. */
  isExactUnit?: boolean
}

/**
 * A vector index in memory: an int8 scan over all rows in WebAssembly SIMD, then exact re-ranking of the best.
 * Vectors are kept at length 1. Throws `bad-params` on vectors of another length or with values that are not numbers.
 */
export function createVectorIndex(
  dimensions: number,
  options: VectorIndexOptions = {},
): VectorIndex & { /** Memory held, in bytes. */ bytes(): number } {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 65_536)
    throw new AppError('bad-params', `An index holds vectors of 1 to 65536 numbers, not ${dimensions}.`)
  const distance = options.distance ?? contentDistance
  let rows = createRowStore(dimensions, !options.exact)
  let ids: number[] = []
  const slots = new Map<number, number>()

  const vectorAt = (slot: number): Float32Array => {
    const exact = options.exact?.(ids[slot]!)
    if (!exact) return rows.read(slot)
    return options.isExactUnit ? exact : normalise(exact, dimensions)
  }
  const candidates = (query: Float32Array, { limit, allowed }: VectorSearch): number[] => {
    const best = createBestSlots(limit)
    rows.scan(query, ids.length, (first, cosines) => {
      for (let i = 0; i < cosines.length; i++) {
        const error = rows.errorOf(first + i)
        if (cosines[i]! + error >= best.floor() && (!allowed || allowed.has(ids[first + i]!)))
          best.offer(first + i, cosines[i]!, error)
      }
    })
    return best.take(MAX_RERANKED)
  }
  return {
    dimensions,
    get size() {
      return ids.length
    },
    put(id, vector) {
      const unit = normalise(vector, dimensions)
      const slot = slots.get(id) ?? ids.length
      rows.write(slot, unit)
      ids[slot] = id
      slots.set(id, slot)
    },
    remove(id) {
      const slot = slots.get(id)
      if (slot === undefined) return
      slots.delete(id)
      const last = ids.pop()!
      if (last === id) return
      rows.move(ids.length, slot)
      ids[slot] = last
      slots.set(last, slot)
    },
    get(id) {
      const slot = slots.get(id)
      return slot === undefined ? undefined : vectorAt(slot)
    },
    search(query, search) {
      const unit = normalise(query, dimensions)
      if (search.limit < 1 || ids.length === 0) return []
      const hits: Hit[] = candidates(unit, search).map((slot) => ({
        id: ids[slot]!,
        distance: distance(unlikenessOf(unit, vectorAt(slot))),
      }))
      const near = hits.filter((hit) => hit.distance <= (search.maxDistance ?? 1))
      return near.sort((a, b) => a.distance - b.distance || a.id - b.id).slice(0, search.limit)
    },
    clear() {
      rows = createRowStore(dimensions, !options.exact)
      ids = []
      slots.clear()
    },
    bytes: () => rows.bytes() + ids.length * 8,
  }
}
