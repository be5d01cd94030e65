import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { OWNER_ONLY } from '../../base/sqlite/owner-only.ts'

/** Sizes of files in bytes by their keys; the least recently used are deleted first. */
type Entries = LRUCache<string, number>

export type FileCacheOptions = {
  folder: string
  /** An integer: the maximum of all files together. */
  maxBytes: number
  /** The extension of file names, with its dot. */
  extension: string
}

/**
 * Files that can be created or fetched again, in a folder that contains nothing else. The least recently used are
 * deleted when they exceed a number of bytes.
 */
export class FileCache {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #extension: string
  #entries: Promise<Entries> | null = null
  /** Dropped entries whose files still exist. */
  readonly #dropped: string[] = []
  #writes = 0

  /** Nothing is read before the first call. */
  constructor({ folder, maxBytes, extension }: FileCacheOptions) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#extension = extension
  }

  /** Null if there is none. */
  async get(key: string): Promise<Uint8Array | null> {
    const entries = await this.#load()
    if (entries.get(key) === undefined) return null
    const bytes = await readFile(this.#fileOf(key)).catch(() => null)
    if (bytes === null) {
      entries.delete(key)
      return null
    }
    const now = new Date()
    await utimes(this.#fileOf(key), now, now).catch(() => undefined) // Only the order after a restart depends on it.
    return bytes
  }

  /** Keys become file names: letters, digits and `-` only. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const entries = await this.#load()
    const temporary = path.join(this.#folder, `${key}.${process.pid}-${this.#writes++}.part`)
    await writeFile(temporary, bytes, { mode: OWNER_ONLY.file })
    await rename(temporary, this.#fileOf(key))
    this.#add(entries, key, bytes.length)
    await this.#deleteDropped(entries)
  }

  /** The size of all files in bytes. */
  async bytes(): Promise<number> {
    return (await this.#load()).calculatedSize
  }

  /** Deletes all files. */
  async clear(): Promise<void> {
    const entries = await this.#load()
    const keys = [...entries.keys()]
    entries.clear()
    for (const key of keys) await rm(this.#fileOf(key), { force: true })
  }

  #load(): Promise<Entries> {
    return (this.#entries ??= this.#readFolder())
  }

  async #readFolder(): Promise<Entries> {
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY.folder })
    const found: { key: string; bytes: number; usedMs: number }[] = []
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name)
      const stats = await stat(file).catch(() => null)
      if (stats?.isFile() && name.endsWith(this.#extension))
        found.push({ key: name.slice(0, -this.#extension.length), bytes: stats.size, usedMs: stats.mtimeMs })
      else await rm(file, { force: true, recursive: true }) // An interrupted write left it.
    }
    const entries = this.#createEntries()
    for (const { key, bytes } of found.toSorted((a, b) => a.usedMs - b.usedMs)) this.#add(entries, key, bytes)
    return entries
  }

  #createEntries(): Entries {
    return new LRUCache({
      maxSize: this.#maxBytes,
      sizeCalculation: (bytes) => Math.max(1, bytes),
      dispose: (_, key, reason) => {
        if (reason === 'evict') this.#dropped.push(key)
      },
    })
  }

  #add(entries: Entries, key: string, bytes: number): void {
    entries.set(key, bytes)
    if (!entries.has(key)) this.#dropped.push(key) // It alone is larger than the cache may be.
  }

  async #deleteDropped(entries: Entries): Promise<void> {
    for (const key of this.#dropped.splice(0)) if (!entries.has(key)) await rm(this.#fileOf(key), { force: true })
  }

  #fileOf(key: string): string {
    return path.join(this.#folder, key + this.#extension)
  }
}
