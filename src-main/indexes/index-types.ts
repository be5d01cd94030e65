/** One hit of a similarity search; distance 0 is identical, 1 unrelated. */
export type Hit = { id: number; distance: number }

/** A set of ids: a Set, or an `IdBits`, which is faster to build and to query. */
export type AllowedIds = { has(id: number): boolean }

export type VectorSearch = {
  limit: number
  /** Hits farther than this are left out. */
  maxDistance?: number
  /** Ids that may be found; all when absent. */
  allowed?: AllowedIds
}

/** Exact nearest-neighbour search over vectors of one length. Its content can always be rebuilt from the catalogue. */
export type VectorIndex = {
  readonly dimensions: number
  readonly size: number
  /** Adds or replaces. */
  put(id: number, vector: Float32Array): void
  remove(id: number): void
  get(id: number): Float32Array | undefined
  search(query: Float32Array, options: VectorSearch): Hit[]
  /** Ids of all vectors within a distance, in no order. */
  near(query: Float32Array, maxDistance: number): number[]
}
