import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'
import type { FileMetadata } from '../metadata/read-metadata.ts'

/** Reads the metadata of photos that came or changed, right after their rows. */
export type MetadataPass = {
  /** Goes on until none is left; does nothing when it is already going. */
  kick(): void
  /** Reads one photo's metadata again, because its sidecar changed. */
  reread(id: number, path: string): Promise<void>
  idle(): Promise<void>
  close(): Promise<void>
}

export type MetadataPassParts = {
  catalog: Pick<Catalog, 'files'>
  /** Null where the file is not there; damaged metadata is no error. */
  read(path: string): Promise<FileMetadata | null>
  onRead(ids: number[]): void
  onError(error: unknown): void
}

const BATCH = 100
const AT_ONCE = 8

async function inTurns<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** Creates the pass; it is idle until kicked. */
export function createMetadataPass({ catalog, read, onRead, onError }: MetadataPassParts): MetadataPass {
  let running: Promise<void> | null = null
  let isAgain = false
  let isClosed = false

  /** Photos whose file is not there are left for the time when it is. */
  const readAll = async () => {
    const left = new Set<number>()
    while (!isClosed) {
      const batch = catalog.files.withoutMetadata(BATCH + left.size).filter((photo) => !left.has(photo.id))
      if (batch.length === 0) return
      const found = await inTurns(batch, AT_ONCE, async ({ id, path }) => ({ id, result: await read(path) }))
      if (isClosed) return
      save(found, left)
      await setImmediate()
    }
  }
  const save = (found: { id: number; result: FileMetadata | null }[], left: Set<number>) => {
    const rows = found.flatMap(({ id, result }) => (result === null ? [] : [{ id, ...result }]))
    for (const { id, result } of found) if (result === null) left.add(id)
    if (rows.length === 0) return
    catalog.files.saveMetadata(rows)
    onRead(rows.map((row) => row.id))
  }
  const run = async () => {
    try {
      do {
        isAgain = false
        await readAll()
      } while (isAgain && !isClosed)
    } catch (error) {
      onError(error)
    } finally {
      running = null
    }
  }
  return {
    kick() {
      isAgain = true
      if (!isClosed) running ??= run()
    },
    async reread(id, path) {
      const result = await read(path)
      if (result !== null && !isClosed) save([{ id, result }], new Set())
    },
    async idle() {
      while (running !== null) await running
    },
    async close() {
      isClosed = true
      await running
    },
  }
}
