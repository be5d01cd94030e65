import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { once } from '../objects/cache/file-holders.ts'
import { ObjectCache } from '../objects/cache/object-cache.ts'
import { randomText } from '../ids/random-text.ts'
import { ObjectStoreError, type ObjectStore } from '../ports/object-store.ts'
import type { HeldPicture } from '../ports/ports.ts'
import type { UploadRow } from '../ports/upload-store.ts'
import { DiskGuard } from './disk-guard.ts'
import type { PictureFiles } from './picture-files.ts'
import { type ReceivedPicture, receivePicture, type ReceiveLimits } from './receive-picture.ts'

/** Maximum size of local picture files that nobody uses at the moment, in bytes. */
const CACHE_BYTES = 2 * 1024 ** 3

/** Prefix of the keys of pictures. */
const PREFIX = 'pictures/'

export type PictureObjectsOptions = {
  store: ObjectStore
  /** Folder of this node only, for received pictures and for copies. */
  folder: string
  cacheBytes?: number | undefined
  minFreeBytes?: number | undefined
}

/** Kept pictures as objects that every node sees; each node has local files of those it used last. */
export class PictureObjects implements PictureFiles {
  readonly #store: ObjectStore
  readonly #passing: string
  readonly #guard: DiskGuard
  readonly #cache: ObjectCache

  private constructor(store: ObjectStore, passing: string, guard: DiskGuard, cache: ObjectCache) {
    this.#store = store
    this.#passing = passing
    this.#guard = guard
    this.#cache = cache
  }

  /** Opens the folder and deletes what an earlier process left in it. */
  static async open({ store, folder, cacheBytes = CACHE_BYTES, minFreeBytes }: PictureObjectsOptions) {
    const passing = join(folder, 'passing')
    await rm(passing, { recursive: true, force: true })
    await mkdir(passing, { recursive: true, mode: 0o700 })
    const guard = new DiskGuard(passing, minFreeBytes)
    const cache = await ObjectCache.open({ store, folder: join(folder, 'copies'), maxBytes: cacheBytes, room: guard })
    return new PictureObjects(store, passing, guard, cache)
  }

  async receive(body: Readable, limits: ReceiveLimits): Promise<HeldPicture> {
    const { path: received, pictureId, extension } = await this.#receive(body, limits)
    const path = `${received}${extension}`
    if (path !== received) await rename(received, path)
    return { path, pictureId, release: once(() => rm(path, { force: true })) }
  }

  /** Also throws ObjectStoreError: then nothing was kept. */
  async keep(
    body: Readable,
    limits: ReceiveLimits,
    { accountId, id }: { accountId: string; id: string },
  ): Promise<ReceivedPicture & { file: string }> {
    const { path, ...received } = await this.#receive(body, limits)
    try {
      const file = `${PREFIX}${accountId}/${id}${received.extension}`
      await this.#store.put(file, path, { signal: limits.signal })
      await this.#cache.adopt(path, received.pictureId, received.bytes)
      return { ...received, file }
    } finally {
      await rm(path, { force: true })
    }
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

  hasRoom(): Promise<boolean> {
    return this.#guard.hasRoom()
  }

  close(): Promise<void> {
    return this.#cache.close()
  }

  async #receive(body: Readable, limits: ReceiveLimits): Promise<ReceivedPicture & { path: string }> {
    const path = join(this.#passing, randomText(32))
    return { path, ...(await receivePicture(path, body, limits, this.#guard)) }
  }
}
