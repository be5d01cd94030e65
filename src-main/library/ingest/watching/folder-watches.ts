import { isUtf8 } from 'node:buffer'
import { watch, type BigIntStats, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { folderKey, isExcludedPath } from '../places/excluded-folders.ts'
import { readEntries, showBytes, type FolderEntry } from '../places/read-entries.ts'
import { isPhotoName, isSidecarName, isSkippedName } from '../places/supported.ts'
import type { WatchOptions } from './watch-options.ts'
import { isWatchLimit } from './watch-error.ts'

/** One folder, as it was when its watch began. It has no watcher if it may not be read. */
type FolderWatch = { key: string; access: string; watcher: FSWatcher | null }

type Options = Omit<WatchOptions, 'mode' | 'scan'>

/** The access rights of a folder. */
const accessOf = ({ mode, uid, gid }: BigIntStats) => `${mode} ${uid} ${gid}`

/**
 * Watches a folder and everything below it on Linux, where a watch covers one folder only. Folders that are added with
 * their contents, moved or become readable are watched from then on.
 */
export class FolderWatches {
  readonly #options: Options
  readonly #watches = new Map<string, FolderWatch>()
  /** The path of each watched folder, by device and inode: links may lead to it under others. */
  readonly #paths = new Map<string, string>()
  readonly #changed = new Set<string>()
  #isChecking = false
  #isClosed = false

  private constructor(options: Options) {
    this.#options = options
  }

  /** Rejects with ENOSPC or EMFILE if the system has no watches left. */
  static async open(options: Options): Promise<FolderWatches> {
    const watches = new FolderWatches(options)
    try {
      await watches.#addTree(options.folder)
      return watches
    } catch (error) {
      watches.close()
      throw error
    }
  }

  close(): void {
    this.#isClosed = true
    this.#changed.clear()
    for (const { watcher } of this.#watches.values()) watcher?.close()
    this.#watches.clear()
  }

  /** Links to folders come after all real folders, as in a walk. */
  async #addTree(top: string): Promise<void> {
    const folders = [top]
    const links: string[] = []
    const mayFollow = await this.#options.findFollowed()
    if (!(await mayFollow(top))) return
    for (let folder = folders.pop(); folder !== undefined && !this.#isClosed; folder = folders.pop() ?? links.shift()) {
      for (const entry of await this.#add(folder)) {
        if (isSkippedName(entry.name)) continue
        if (entry.isDirectory()) folders.push(path.join(folder, entry.name))
        else if (entry.isSymbolicLink() && (await mayFollow(path.join(folder, entry.name))))
          links.push(path.join(folder, entry.name))
      }
    }
  }

  /** Watches one folder and then lists it, so that no change is missed. */
  async #add(folder: string): Promise<FolderEntry[]> {
    const stats = await stat(folder, { bigint: true }).catch(() => null)
    if (stats === null || !stats.isDirectory() || this.#isClosed) return []
    const key = folderKey(stats) ?? folder
    const { excluded } = this.#options
    if (excluded.keys.has(key) || isExcludedPath(excluded, folder) || (await this.#isWatchedElsewhere(key))) return []
    this.#watches.set(folder, { key, access: accessOf(stats), watcher: this.#listenTo(folder) })
    this.#paths.set(key, folder)
    return readEntries(folder).then(
      ({ entries }) => entries,
      () => [], // It may not be read, or is gone again; the scan reports it.
    )
  }

  /** Null if the folder may not be read or is gone again. */
  #listenTo(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, { persistent: false, encoding: 'buffer' }, (_type, name) =>
        this.#hear(folder, name),
      )
      watcher.on('error', () => this.#options.onLost())
      return watcher
    } catch (error) {
      if (isWatchLimit(error)) throw error
      return null
    }
  }

  async #isWatchedElsewhere(key: string): Promise<boolean> {
    const other = this.#paths.get(key)
    if (other === undefined) return false
    const stats = await stat(other, { bigint: true }).catch(() => null)
    if (stats !== null && (folderKey(stats) ?? other) === key) return true
    this.#remove(other)
    return false
  }

  #hear(folder: string, raw: Buffer | null): void {
    const { excluded, onEvent, onFolder, onPaths, onUnusable } = this.#options
    onEvent()
    const name = raw !== null && isUtf8(raw) ? raw.toString('utf8') : null
    if (raw !== null && name === null && isPhotoName(raw.toString('latin1')))
      onUnusable(path.join(folder, showBytes(raw)))
    // Events of a folder itself have its own name.
    if (folder === this.#options.folder && name === path.basename(folder)) onFolder()
    if (name === null || isSkippedName(name)) return
    const target = path.join(folder, name)
    if (isExcludedPath(excluded, target)) return
    if (isPhotoName(name) || isSidecarName(name)) onPaths([target])
    this.#check(target)
  }

  #check(target: string): void {
    if (this.#isClosed) return
    this.#changed.add(target)
    if (!this.#isChecking) void this.#checkChanged()
  }

  async #checkChanged(): Promise<void> {
    this.#isChecking = true
    try {
      for (const target of this.#changed) {
        this.#changed.delete(target)
        await this.#follow(target)
      }
    } catch (error) {
      if (!this.#isClosed) this.#options.onEnd(error)
    } finally {
      this.#isChecking = false
    }
  }

  /** A folder may have been added at a place, removed from it, or become readable. */
  async #follow(target: string): Promise<void> {
    const present = this.#watches.get(target)
    const stats = await stat(target, { bigint: true }).catch(() => null)
    const isFolder = stats?.isDirectory() ?? false
    if (present === undefined && !isFolder) return
    if (present !== undefined && stats !== null && isSame(target, present, stats)) return
    if (present !== undefined) this.#remove(target)
    if (isFolder) await this.#addTree(target)
    if (!this.#isClosed) this.#options.onPaths([target])
  }

  #remove(top: string): void {
    for (const [folder, { key, watcher }] of this.#watches) {
      if (folder !== top && !folder.startsWith(top + path.sep)) continue
      watcher?.close()
      this.#watches.delete(folder)
      if (this.#paths.get(key) === folder) this.#paths.delete(key)
    }
  }
}

const isSame = (folder: string, { key, access, watcher }: FolderWatch, stats: BigIntStats) =>
  watcher !== null && key === (folderKey(stats) ?? folder) && access === accessOf(stats)
