import { createVectorIndex } from '../../src-main/indexes/vector-index.ts'

/** Repeatable unit-free numbers from 0 to 1 (mulberry32), skewed towards 0 as pooled features are. */
function createFeatures(seed: number): (out: Float32Array) => void {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return (out) => {
    for (let i = 0; i < out.length; i++) out[i] = next() ** 3
  }
}

/** One line of the bench's table: times in milliseconds, memory in megabytes. */
export type SimilarBench = {
  photos: number
  dimensions: number
  exactFromOwner: boolean
  putMs: number
  searchMedianMs: number
  searchFilteredMs: number
  memoryMb: number
}

function measure(photos: number, dimensions: number, exactFromOwner: boolean): SimilarBench {
  const features = createFeatures(7)
  const vector = new Float32Array(dimensions)
  const exactRow = new Float32Array(dimensions).fill(0.5)
  const index = createVectorIndex(dimensions, exactFromOwner ? { exact: () => exactRow } : {})
  const began = performance.now()
  for (let id = 1; id <= photos; id++) {
    features(vector)
    index.put(id, vector)
  }
  const putMs = (performance.now() - began) / photos
  const allowed = new Set(Array.from({ length: photos / 10 }, (_, i) => i * 10 + 1))
  const median = (options: { allowed?: Set<number> }): number => {
    const times = Array.from({ length: 15 }, () => {
      features(vector)
      const start = performance.now()
      index.search(vector, { limit: 100, ...options })
      return performance.now() - start
    })
    return times.sort((a, b) => a - b)[7]!
  }
  return {
    photos,
    dimensions,
    exactFromOwner,
    putMs,
    searchMedianMs: median({}),
    searchFilteredMs: median({ allowed }),
    memoryMb: index.bytes() / 1e6,
  }
}

/** Similar search over 100,000 photos, for both embeddings and the colour signature. */
export function benchSimilar(photos = 100_000): SimilarBench[] {
  return [
    measure(photos, 1280, false),
    measure(photos, 1280, true),
    measure(photos, 480, false),
    measure(photos, 245, false),
  ]
}

if (import.meta.main) console.table(benchSimilar())
