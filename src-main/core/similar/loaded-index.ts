import { setImmediate } from 'node:timers/promises'
import type { VectorIndex } from '../../indexes/index-types.ts'

export type VectorRow = { id: number; vector: Float32Array }

/** An index that is read from the catalogue when first asked for, and kept in step from then on. */
export type LoadedIndex = {
  get(): Promise<VectorIndex>
  /** Adds, replaces or (with null) removes; does nothing before the first `get`, which will read the present state. */
  change(id: number, vector: Float32Array | null): void
}

/** Rows between two breaks for other work. */
const SLICE = 2_000

/** Creates the holder. `create` makes an empty index for vectors of one length; rows of another length are left out. */
export function createLoadedIndex(
  rows: () => Iterable<VectorRow>,
  create: (dimensions: number) => VectorIndex,
): LoadedIndex {
  let loading: Promise<void> | null = null
  let index: VectorIndex | null = null
  let isLoaded = false
  /** What changed while the rows were read: newer than they are. */
  const late = new Map<number, Float32Array | null>()

  const put = (id: number, vector: Float32Array) => {
    // A model's vectors all have one length; a first vector of another length means that the model changed under its
    // name.
    if (index === null || index.dimensions !== vector.length) index = create(vector.length)
    index.put(id, vector)
  }
  const load = async () => {
    let count = 0
    for (const { id, vector } of rows()) {
      index ??= create(vector.length)
      if (vector.length === index.dimensions) index.put(id, vector)
      if (++count % SLICE === 0) await setImmediate()
    }
    isLoaded = true
    for (const [id, vector] of late) apply(id, vector)
    late.clear()
  }
  const apply = (id: number, vector: Float32Array | null) => {
    if (vector === null) index?.remove(id)
    else put(id, vector)
  }
  return {
    async get() {
      loading ??= load().catch((error: unknown) => {
        loading = null
        throw error
      })
      await loading
      return index ?? create(1)
    },
    change(id, vector) {
      if (loading === null) return
      if (isLoaded) apply(id, vector)
      else late.set(id, vector)
    },
  }
}
