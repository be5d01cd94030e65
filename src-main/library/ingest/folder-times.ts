import type { BigIntStats } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OWNER_ONLY } from '../../base/sqlite/owner-only.ts'
import { isAbsent } from '../../base/files/file-errors.ts'

/** A folder that changed this recently may have changed again within the same tick of the file system's clock. */
const RECENT_MS = 2_000
const CHECKS_AT_ONCE = 16

/** Changes since the last scan of the folders, as paths relative to the root. */
export type ChangedFolders = { changed: string[]; gone: string[] }

/**
 * When each folder of a root last changed, as of the last scan. Adding, removing or moving names changes the time of
 * their folder. So a start finds them within seconds, before it checks every file.
 */
export class FolderTimes {
  readonly #times: Map<string, string>

  constructor(times: ReadonlyMap<string, string> = new Map()) {
    this.#times = new Map(times)
  }

  /** Reads what `save` wrote; null if there is nothing readable. */
  static async read(file: string): Promise<FolderTimes | null> {
    try {
      return new FolderTimes(
        new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>)),
      )
    } catch {
      return null // The scan that follows finds everything, only later.
    }
  }

  get folders(): Iterable<string> {
    return this.#times.keys()
  }

  has(folder: string): boolean {
    return this.#times.has(folder)
  }

  /** Call it with a folder's stats from before it was listed. */
  note(folder: string, stats: BigIntStats, nowMs: number): void {
    const isRecent = Number(stats.mtimeMs) > nowMs - RECENT_MS
    this.#times.set(folder, isRecent ? '' : timeOf(stats))
  }

  /** Written atomically. */
  async save(file: string): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY.folder })
    await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(this.#times)), { mode: OWNER_ONLY.file })
    await rename(`${file}.new`, file)
  }

  static async remove(file: string): Promise<void> {
    await rm(file, { force: true })
  }

  /** Checks only the folders, not their contents. */
  async compare(root: string, signal: AbortSignal): Promise<ChangedFolders> {
    const found: ChangedFolders = { changed: [], gone: [] }
    const folders = [...this.#times.keys()]
    for (let at = 0; at < folders.length; at += CHECKS_AT_ONCE) {
      signal.throwIfAborted()
      await Promise.all(folders.slice(at, at + CHECKS_AT_ONCE).map((folder) => this.#compareOne(root, folder, found)))
    }
    return found
  }

  async #compareOne(root: string, folder: string, found: ChangedFolders): Promise<void> {
    try {
      const stats = await stat(path.join(root, folder), { bigint: true })
      if (timeOf(stats) !== this.#times.get(folder)) found.changed.push(folder)
    } catch (error) {
      if (isAbsent(error)) found.gone.push(folder)
    }
  }
}

const timeOf = ({ ino, mtimeNs }: BigIntStats) => `${ino} ${mtimeNs}`
