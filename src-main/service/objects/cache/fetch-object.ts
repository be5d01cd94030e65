import { createHash } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { ObjectStoreError, type ObjectStore } from '../../ports/object-store.ts'

/** Space on the disk of a cache, see `uploads/disk-guard.ts`; refuses by throwing. */
export type Room = { reserve(): Promise<Disposable & { beforeWriting(bytes: number): Promise<void> }> }

export type FetchRequest = { key: string; path: string; sha256: string }
type FetchParts = { store: ObjectStore; room: Room; signal: AbortSignal }

/** How often a download is tried if it is cut off or changes meanwhile. */
const MAX_ATTEMPTS = 3
const ONLY_OWNER = 0o600

/**
 * Copies an object into a new local file, compares its SHA-256, and returns its size in bytes. Throws as
 * `ObjectStore.read` does, `damaged` if the content is not the expected one, and what the disk guard throws; then no
 * file is left.
 */
export async function fetchObject(parts: FetchParts, { key, path, sha256 }: FetchRequest): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchOnce(parts, { key, path, sha256 })
    } catch (error) {
      await rm(path, { force: true })
      const mayPass = error instanceof ObjectStoreError && (error.code === 'away' || error.code === 'damaged')
      if (!mayPass || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function fetchOnce({ store, room, signal }: FetchParts, { key, path, sha256 }: FetchRequest): Promise<number> {
  const source = await store.read(key, { signal })
  try {
    using reserved = await room.reserve()
    await using file = await open(path, 'wx', ONLY_OWNER)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of source as AsyncIterable<Buffer>) {
      await reserved.beforeWriting(chunk.length)
      hash.update(chunk)
      await writeAll(file, chunk)
      bytes += chunk.length
    }
    if (hash.digest('hex') === sha256) return bytes
    throw new ObjectStoreError('damaged', `The object "${key}" in ${store.title} is not the one that was stored.`)
  } finally {
    source.destroy()
  }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
}
