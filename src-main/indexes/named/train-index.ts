import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { unitRow } from '../scan/quantise.ts'
import type { ReadEntry } from '../store/entry-reader.ts'
import type { IndexStore } from '../store/index-store.ts'
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
  const reader = store.read(indexRow)
  try {
    const { plan } = reader
    if (plan === null) return null
    const shape = shapeOf(plan.dimensions ?? 1, plan.entries)
    const snapshot = createSnapshot(plan.kind, shape)
    const file = `${indexRow}-${randomUUID()}.snapshot`
    const blocks = fill(snapshot.add, toBlocks(reader.pages(shape.rowsPerBlock), shape.dimensions), plan.entries, watch)
    await writeSnapshot(join(snapshotFolder, file), shape, blocks)
    const old = store.indexes.byId(indexRow)?.snapshot ?? null
    const isSwitched = store.indexes.switchTo(indexRow, {
      snapshot: file,
      model: plan.model,
      changes: plan.changes,
      entries: plan.entries,
      at: now(),
    })
    if (isSwitched) cache.put(file, snapshot)
    else deleteSnapshot(file)
    if (isSwitched && old !== null) deleteSnapshot(old)
    return isSwitched ? plan.entries : null
  } finally {
    reader.close()
  }
}

function* toBlocks(pages: Iterable<ReadEntry[]>, dimensions: number): Generator<Block> {
  for (const page of pages) {
    const vectors = new Float32Array(page.length * dimensions)
    page.forEach(({ vector }, i) => vectors.set(unitRow(vector, dimensions), i * dimensions))
    yield { names: page.map(({ entryId }) => entryId), vectors }
  }
}

/** Passes blocks on to be written, each into memory first; the pause for other work is the writing of each. */
function* fill(
  add: (block: Block) => void,
  blocks: Iterable<Block>,
  entries: number,
  { signal, onProgress }: TrainingWatch,
): Generator<Block> {
  let done = 0
  for (const block of blocks) {
    signal.throwIfAborted()
    add(block)
    yield block
    done += block.names.length
    onProgress(done / entries)
  }
}
