import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { randomText } from '../../ids/random-text.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import { fetchObject, type Room } from './fetch-object.ts'
import { FileHolders } from './file-holders.ts'

export type ObjectCacheOptions = {
  store: ObjectStore
  /** Folder of the local files; emptied at the start, because a crash may have cut off any of them. */
  folder: string
  /** Maximum total size of files that nobody holds. */
  maxBytes: number
  /** Space on the folder's disk. */
  room: Room
}

/** Identifies the content of an object: its SHA-256 in hexadecimal, and the extension of its local file. */
export type ContentId = string

export type HeldFile = { path: string; release(): Promise<void> }

type LocalFile = { name: string; bytes: number }

/**
 * Local files of objects, by content: each is fetched once, however many ask for it, kept while it is among the
 * recently used, and never deleted while someone reads it.
 */
export class ObjectCache {
  readonly #store: ObjectStore
  readonly #folder: string
  readonly #room: Room
  readonly #files: LRUCache<ContentId, LocalFile>
  readonly #holders: FileHolders
  readonly #fetching = new Map<ContentId, Promise<LocalFile>>()
  readonly #removing = new Set<Promise<void>>()
  readonly #closing = new AbortController()

  private constructor({ store, folder, maxBytes, room }: ObjectCacheOptions) {
    this.#store = store
    this.#folder = folder
    this.#room = room
    this.#holders = new FileHolders((name) => rm(join(folder, name), { force: true }))
    this.#files = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
      dispose: ({ name }) => this.#remove(name),
    })
  }

  static async open(options: ObjectCacheOptions): Promise<ObjectCache> {
    await rm(options.folder, { recursive: true, force: true })
    await mkdir(options.folder, { recursive: true, mode: 0o700 })
    return new ObjectCache(options)
  }

  /**
   * A local file of an object, which stays unchanged until it is released. Throws as `ObjectStore.read` does, `damaged`
   * if the object has other content, and what the disk guard throws if even an empty cache leaves no space.
   */
  async hold(key: string, content: ContentId): Promise<HeldFile> {
    const file = this.#files.get(content) ?? (await this.#fetchOnce(key, content))
    return { path: join(this.#folder, file.name), release: this.#holders.hold(file.name) }
  }

  /** Adopts a local file with the content of an object, instead of fetching it. */
  async adopt(path: string, content: ContentId, bytes: number): Promise<void> {
    const name = nameFor(content)
    await rename(path, join(this.#folder, name))
    this.#keep(content, { name, bytes })
  }

  /** Deletes the local file, if there is one, when nobody holds it any more. */
  forget(content: ContentId): void {
    this.#files.delete(content)
  }

  /** Disk space for files that are written beside the cache; if there is none, the cache is emptied first. */
  room(): Room {
    return {
      reserve: async () => {
        const reserved = await this.#orEmpty(() => this.#room.reserve())
        return {
          beforeWriting: (bytes) => this.#orEmpty(() => reserved.beforeWriting(bytes)),
          [Symbol.dispose]: () => reserved[Symbol.dispose](),
        }
      },
    }
  }

  /** Ends downloads. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the cache of objects was closed'))
    await Promise.allSettled(this.#fetching.values())
  }

  #fetchOnce(key: string, content: ContentId): Promise<LocalFile> {
    const underWay = this.#fetching.get(content)
    if (underWay !== undefined) return underWay
    const fetching = this.#fetch(key, content).finally(() => this.#fetching.delete(content))
    this.#fetching.set(content, fetching)
    return fetching
  }

  async #fetch(key: string, content: ContentId): Promise<LocalFile> {
    const name = nameFor(content)
    const parts = { store: this.#store, room: this.room(), signal: this.#closing.signal }
    const bytes = await fetchObject(parts, { key, path: join(this.#folder, name), sha256: content.slice(0, 64) })
    const file = { name, bytes }
    const release = this.#holders.hold(name)
    this.#keep(content, file)
    // callers that wait for this hold the file in this same turn
    setImmediate(() => void release())
    return file
  }

  /** Keeps a file among the recently used; one that is larger than the limit goes with its last holder. */
  #keep(content: ContentId, file: LocalFile): void {
    this.#files.set(content, file)
    if (this.#files.peek(content) !== file) this.#remove(file.name)
  }

  async #orEmpty<T>(take: () => Promise<T>): Promise<T> {
    try {
      return await take()
    } catch {
      this.#files.clear()
      await Promise.all(this.#removing)
      return take()
    }
  }

  #remove(name: string): void {
    const removing: Promise<void> = this.#holders.remove(name).finally(() => this.#removing.delete(removing))
    this.#removing.add(removing)
  }
}

/** No name is used twice, so a file that waits for deletion is never one that was fetched later. */
const nameFor = (content: ContentId): string => `${randomText(12)}-${content}`
