import { rm } from 'node:fs/promises'
import { ObjectCache } from '../objects/cache/object-cache.ts'
import { ObjectStoreError, type ObjectStore } from '../ports/object-store.ts'
import type { HeldPicture } from '../ports/ports.ts'
import type { UploadRow } from '../ports/upload-store.ts'
import type { DiskGuard } from './disk-guard.ts'
import type { PictureFiles, ReceivedPicture } from './picture-files.ts'

/** Maximum size of local picture files that nobody uses at the moment, in bytes. */
const CACHE_BYTES = 2 * 1024 ** 3

/** Prefix of the keys of pictures. */
const PREFIX = 'pictures/'

export type PictureObjectsOptions = {
  store: ObjectStore
  /** Folder of this node only, for copies; its space is that of `room`. */
  folder: string
  cacheBytes?: number | undefined
  room: DiskGuard
}

/** Kept pictures as objects that every node sees; each node has local files of those it used last. */
export class PictureObjects implements PictureFiles {
  readonly #store: ObjectStore
  readonly #cache: ObjectCache

  private constructor(store: ObjectStore, cache: ObjectCache) {
    this.#store = store
    this.#cache = cache
  }

  /** Opens the folder and deletes what an earlier process left in it. */
  static async open({ store, folder, cacheBytes = CACHE_BYTES, room }: PictureObjectsOptions) {
    return new PictureObjects(store, await ObjectCache.open({ store, folder, maxBytes: cacheBytes, room }))
  }

  /** Also throws ObjectStoreError: then nothing was kept. */
  async keep(
    { path, pictureId, bytes, extension }: ReceivedPicture,
    { accountId, id }: { accountId: string; id: string },
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const file = `${PREFIX}${accountId}/${id}${extension}`
    await this.#store.put(file, path, { signal })
    await this.#cache.adopt(path, pictureId, bytes)
    await rm(path, { force: true })
    return file
  }

  /** Also throws ObjectStoreError, except for a missing object. */
  async hold({ file, pictureId }: Pick<UploadRow, 'file' | 'pictureId'>): Promise<HeldPicture | null> {
    try {
      return { pictureId, ...(await this.#cache.hold(file, pictureId)) }
    } catch (error) {
      if (error instanceof ObjectStoreError && error.code === 'not-found') return null
      throw error
    }
  }

  /** Copies on other nodes stay until newer ones replace them; nobody finds them without the row of the upload. */
  remove(file: string): Promise<void> {
    return this.#store.delete(file)
  }

  async deleteLeftovers(beforeMs: number): Promise<void> {
    for await (const { key, changedMs } of this.#store.list(PREFIX))
      if (changedMs < beforeMs) await this.#store.delete(key)
  }

  close(): Promise<void> {
    return this.#cache.close()
  }
}
