import type { IndexKind } from '../../contract/analysis/index.ts'
import { colorDistance, contentDistance, type DistanceOf } from '../distances.ts'
import { createVectorIndex } from '../create-vector-index.ts'

/** Consecutive entries of a snapshot: ids, and their unit vectors one after another. */
export type Block = { names: string[]; vectors: Float32Array }

/** The shape of a snapshot; all its blocks but the last have `rowsPerBlock` entries. */
export type SnapshotShape = { dimensions: number; entries: number; rowsPerBlock: number }

export type SnapshotSearch = { offset: number; count: number; maxDistance?: number; allowed?: ReadonlySet<string> }
export type NamedHit = { id: string; distance: number }

/** A trained state of an index in memory: filled once, block by block, and never changed afterwards. */
export type Snapshot = {
  readonly shape: SnapshotShape
  add(block: Block): void
  /** Entries by rising distance; ties in the order in which they were first saved. */
  search(vector: Float32Array, page: SnapshotSearch): NamedHit[]
  /** The unit vector of an entry, or null. */
  vectorOf(name: string): Float32Array | null
  /** Memory held, in bytes. */
  bytes(): number
}

/** Numbers in a block: filling one is a slice of work of about a millisecond. */
const NUMBERS_PER_BLOCK = 65_536
/** Approximate memory of a short text and its place in a list. */
const NAME_BYTES = 64

/** The shape of a snapshot to write. */
export const shapeOf = (dimensions: number, entries: number): SnapshotShape => ({
  dimensions,
  entries,
  rowsPerBlock: Math.max(1, Math.floor(NUMBERS_PER_BLOCK / dimensions)),
})

/** Raw unlikeness: it keeps the order of entries that share distance 1, so that pages are consistent. */
const unchanged: DistanceOf = (unlikeness) => unlikeness

/** Creates an empty snapshot: a byte a number for the scan, and 32-bit vectors to compare the best hits. */
export function createSnapshot(kind: IndexKind, shape: SnapshotShape): Snapshot {
  const { dimensions, rowsPerBlock } = shape
  const blocks: Float32Array[] = []
  const names: string[] = []
  let vectorBytes = 0
  const exact = (row: number): Float32Array => {
    const start = (row % rowsPerBlock) * dimensions
    return blocks[Math.floor(row / rowsPerBlock)]!.subarray(start, start + dimensions)
  }
  const index = createVectorIndex(dimensions, { distance: unchanged, exact, isExactUnit: true })
  const distanceOf = kind === 'colors' ? colorDistance : contentDistance
  const rowsOf = (allowed: ReadonlySet<string>): Set<number> =>
    new Set(names.flatMap((name, row) => (allowed.has(name) ? [row] : [])))

  return {
    shape,
    add(block) {
      blocks.push(block.vectors)
      vectorBytes += block.vectors.buffer.byteLength
      for (const name of block.names) {
        index.put(names.length, exact(names.length))
        names.push(name)
      }
    },
    search(vector, { offset, count, maxDistance = Infinity, allowed }) {
      if (offset >= names.length || count === 0) return []
      const limit = Math.min(offset + count, names.length)
      const hits = index.search(vector, { limit, maxDistance: Infinity, allowed: allowed && rowsOf(allowed) })
      const named = hits.slice(offset).map(({ id, distance }) => ({ id: names[id]!, distance: distanceOf(distance) }))
      return named.filter(({ distance }) => distance <= maxDistance)
    },
    vectorOf(name) {
      const row = names.indexOf(name)
      return row < 0 ? null : exact(row)
    },
    bytes: () => index.bytes() + names.length * NAME_BYTES + vectorBytes,
  }
}
