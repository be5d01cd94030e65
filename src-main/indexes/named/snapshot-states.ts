import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unitRow } from '../scan/quantise.ts'
import type { ReadEntry } from '../store/port.ts'
import { SnapshotCache } from './snapshot-cache.ts'
import { prepareSnapshotFolder } from './snapshot-folder.ts'
import { writeSnapshot } from './snapshot-file.ts'
import { createSnapshot, shapeOf, type Block } from './snapshot.ts'
import type { TrainedStates, TrainingWatch } from './trained-states.ts'

/** Trained states as files of a folder, searched in memory; `memoryBytes` is what those that are open may hold. */
export function snapshotStates(folder: string, memoryBytes: number): TrainedStates {
  const cache = new SnapshotCache(folder, memoryBytes)
  return {
    has: (name) => name.endsWith('.snapshot'),
    async build({ indexRow, kind, dimensions, entries, pages }, watch) {
      const shape = shapeOf(dimensions, entries)
      const snapshot = createSnapshot(kind, shape)
      const name = `${indexRow}-${randomUUID()}.snapshot`
      const blocks = fill(snapshot.add, toBlocks(pages(shape.rowsPerBlock), dimensions), entries, watch)
      await writeSnapshot(join(folder, name), shape, blocks)
      cache.put(name, snapshot)
      return name
    },
    async open(name, kind) {
      try {
        return await cache.get(name, kind)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async remove(name) {
      cache.drop(name)
      await rm(join(folder, name), { force: true })
    },
    sweep: (inUse) => prepareSnapshotFolder(folder, inUse),
  }
}

async function* toBlocks(pages: AsyncIterable<readonly ReadEntry[]>, dimensions: number): AsyncGenerator<Block> {
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
