import { unitRow } from '../scan/quantise.ts'
import type { ReadEntry } from '../store/port.ts'
import { writeSnapshot } from './snapshot-file.ts'
import { createSnapshot, shapeOf, type Block, type Snapshot } from './snapshot.ts'
import type { Training, TrainingWatch } from './trained-states.ts'

/**
 * Builds a snapshot of an index's entries in memory and in a file, which is complete when this resolves. `onBytes`
 * receives the file's bytes in order.
 */
export async function writeTraining(
  path: string,
  { kind, dimensions, entries, pages }: Training,
  watch: TrainingWatch,
  onBytes?: (bytes: Uint8Array) => void | Promise<void>,
): Promise<Snapshot> {
  const shape = shapeOf(dimensions, entries)
  const snapshot = createSnapshot(kind, shape)
  const blocks = fill(snapshot.add, toBlocks(pages(shape.rowsPerBlock), dimensions), entries, watch)
  await writeSnapshot(path, shape, blocks, onBytes)
  return snapshot
}

async function* toBlocks(pages: AsyncIterable<readonly ReadEntry[]>, dimensions: number): AsyncGenerator<Block> {
  for await (const page of pages) {
    const vectors = new Float32Array(page.length * dimensions)
    page.forEach(({ vector }, i) => vectors.set(unitRow(vector, dimensions), i * dimensions))
    yield { names: page.map(({ entryId }) => entryId), vectors }
  }
}

/** Loads each block into memory, then yields it to be written; the writing gives other work its turn. */
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
