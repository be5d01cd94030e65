import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { unitRow } from '../scan/quantise.ts'
import type { IndexStore, ReadEntry } from '../store/port.ts'
import { createSnapshot, shapeOf, type Block } from './snapshot.ts'
import type { SnapshotCache } from './snapshot-cache.ts'
import { writeSnapshot } from './snapshot-file.ts'

export type TrainingDependencies = {
  store: IndexStore
  cache: SnapshotCache
  snapshotFolder: string
  now: () => number
  deleteSnapshot(file: string): void
}
export type TrainingWatch = { signal: AbortSignal; onProgress(share: number): void }

/**
 * Makes an index's entries, as they are at the beginning, into its new snapshot and switches to it: until then searches
 * see the old one. Gives the number of entries, or null where the index was removed meanwhile.
 */
export async function trainIndex(
  { store, cache, snapshotFolder, now, deleteSnapshot }: TrainingDependencies,
  indexRow: number,
  watch: TrainingWatch,
): Promise<number | null> {
  const reader = await store.read(indexRow)
  try {
    const { plan } = reader
    if (plan === null) return null
    const shape = shapeOf(plan.dimensions ?? 1, plan.entries)
    const snapshot = createSnapshot(plan.kind, shape)
    const file = `${indexRow}-${randomUUID()}.snapshot`
    const blocks = fill(snapshot.add, toBlocks(reader.pages(shape.rowsPerBlock), shape.dimensions), plan.entries, watch)
    await writeSnapshot(join(snapshotFolder, file), shape, blocks)
    const switched = await store.indexes.switchTo(indexRow, {
      snapshot: file,
      model: plan.model,
      changes: plan.changes,
      entries: plan.entries,
      at: now(),
    })
    if (switched === null) {
      deleteSnapshot(file)
      return null
    }
    cache.put(file, snapshot)
    if (switched.replaced !== null) deleteSnapshot(switched.replaced)
    return plan.entries
  } finally {
    await reader.close()
  }
}

async function* toBlocks(pages: AsyncIterable<ReadEntry[]>, dimensions: number): AsyncGenerator<Block> {
  for await (const page of pages) {
    const vectors = new Float32Array(page.length * dimensions)
    page.forEach(({ vector }, i) => vectors.set(unitRow(vector, dimensions), i * dimensions))
    yield { names: page.map(({ entryId }) => entryId), vectors }
  }
}

/** Passes blocks on to be written, each into memory first; the pause for other work is the writing of each. */
async function* fill(
  add: (block: Block) => void,
  blocks: AsyncIterable<Block>,
  entries: number,
  { signal, onProgress }: TrainingWatch,
): AsyncGenerator<Block> {
  let done = 0
  for await (const block of blocks) {
    signal.throwIfAborted()
    add(block)
    yield block
    done += block.names.length
    onProgress(done / entries)
  }
}
