import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { folderKey, noFolders, type ExcludedFolders } from './places/excluded-folders.ts'
import { followWithin, type MayFollow } from './places/followed-links.ts'
import { readEntries, type FolderEntries, type FolderEntry } from './places/read-entries.ts'
import { isPhotoName, isSidecarName, isSkippedName } from './places/supported.ts'
import { emptyBatch, fileKeyOf, foundFileOf, type WalkBatch } from './reconcile/found-file.ts'
import { isAbsent } from '../../base/files/file-errors.ts'

export type WalkOptions = {
  /** Relative folder to begin at; by default the root. */
  from?: string
  /** Folders to leave out, such as the library's own. */
  excluded?: ExcludedFolders
  /** Which links are followed; by default those that stay below the root. */
  mayFollow?: MayFollow
  /** Called with each folder's stats from before it was listed. */
  onFolder?(folder: string, stats: BigIntStats): void
  batchSize?: number
  signal?: AbortSignal
}

const BATCH = 500
const STATS_AT_ONCE = 16

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

/**
 * Finds the photo files below a folder, folder by folder, in batches, so that the first ones show while the rest is
 * still read. Links to folders are followed after all real folders, and no folder is entered twice, so that loops end.
 * Links that may not be followed are reported.
 */
export async function* walk(root: string, options: WalkOptions = {}): AsyncGenerator<WalkBatch, void, void> {
  const { batchSize = BATCH, signal, mayFollow = await followWithin([root]) } = options
  const seen = await keysAbove(root, options.from ?? '')
  const folders: string[] = [options.from ?? '']
  const links: string[] = []
  let batch = emptyBatch()

  for (let folder = folders.shift() ?? links.shift(); folder !== undefined; folder = folders.pop() ?? links.shift()) {
    signal?.throwIfAborted()
    const absolute = path.join(root, folder)
    const listed = await openFolder(absolute, folder, seen, options)
    if (listed === 'unreadable') batch.unreadable.push(folder)
    if (typeof listed === 'string') continue
    batch.entered.push({ folder, key: listed.key })
    batch.unusable.push(...listed.unusable.map((name) => join(folder, name)))
    const names: string[] = []
    const sidecars: string[] = []
    const sorted = { names, sidecars, folders, links, outside: batch.outside }
    for (const entry of listed.entries) await sortEntry(entry, { folder, absolute, mayFollow }, sorted)
    for (let at = 0; at < names.length; at += STATS_AT_ONCE) {
      await statAll(absolute, folder, names.slice(at, at + STATS_AT_ONCE), batch)
      if (batch.files.length < batchSize) continue
      yield batch
      batch = emptyBatch()
      signal?.throwIfAborted()
    }
    for (let at = 0; at < sidecars.length; at += STATS_AT_ONCE)
      await statSidecars(absolute, folder, sidecars.slice(at, at + STATS_AT_ONCE), batch)
    batch.left.push(folder)
  }
  yield batch
}

/** The folders that a walk of the complete root enters first: no link or mount leads back into them. */
async function keysAbove(root: string, from: string): Promise<Set<string>> {
  const keys = new Set<string>()
  for (let folder = from; folder !== '';) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
    const absolute = path.join(root, folder)
    const stats = await stat(absolute, { bigint: true }).catch(() => null)
    if (stats !== null) keys.add(folderKey(stats) ?? absolute)
  }
  return keys
}

type OpenFolder = FolderEntries & { key: string | null }

/** `left out`: it is excluded, was entered under another path, or is gone. */
async function openFolder(
  absolute: string,
  folder: string,
  seen: Set<string>,
  { excluded = noFolders, onFolder }: WalkOptions,
): Promise<OpenFolder | 'left out' | 'unreadable'> {
  try {
    const stats = await stat(absolute, { bigint: true })
    const key = folderKey(stats) ?? absolute
    if (seen.has(key) || excluded.keys.has(key) || excluded.paths.includes(absolute)) return 'left out'
    seen.add(key)
    const listed = await readEntries(absolute)
    onFolder?.(folder, stats)
    return { ...listed, key: fileKeyOf(stats) }
  } catch (error) {
    return isAbsent(error) ? 'left out' : 'unreadable'
  }
}

type Listing = { folder: string; absolute: string; mayFollow: MayFollow }
type Sorted = { names: string[]; sidecars: string[]; folders: string[]; links: string[]; outside: string[] }

async function sortEntry(entry: FolderEntry, listing: Listing, sorted: Sorted): Promise<void> {
  const { folder, absolute, mayFollow } = listing
  if (isSkippedName(entry.name)) return
  if (entry.isDirectory()) sorted.folders.push(join(folder, entry.name))
  else if (entry.isFile() && isPhotoName(entry.name)) sorted.names.push(entry.name)
  else if (entry.isFile() && isSidecarName(entry.name)) sorted.sidecars.push(entry.name)
  else if (entry.isSymbolicLink()) {
    const target = path.join(absolute, entry.name)
    const stats = await stat(target).catch(() => null)
    const isFolder = stats?.isDirectory() === true
    if (!isFolder && !(stats?.isFile() && isPhotoName(entry.name))) return
    if (!(await mayFollow(target))) sorted.outside.push(join(folder, entry.name))
    else if (isFolder) sorted.links.push(join(folder, entry.name))
    else sorted.names.push(entry.name)
  }
}

/** A file that disappears between listing and `stat` is left out; the next scan or event handles it. */
async function statAll(absolute: string, folder: string, names: readonly string[], batch: WalkBatch): Promise<void> {
  const read = names.map((name) =>
    stat(path.join(absolute, name), { bigint: true }).catch((error: unknown) =>
      isAbsent(error) ? null : ('unreadable' as const),
    ),
  )
  for (const [place, stats] of (await Promise.all(read)).entries()) {
    const name = names[place]!
    if (stats === 'unreadable') batch.unreadable.push(join(folder, name))
    else if (stats?.isFile()) batch.files.push(foundFileOf(folder, name, stats))
  }
}

async function statSidecars(absolute: string, folder: string, names: readonly string[], batch: WalkBatch) {
  const read = names.map(async (name) => {
    const stats = await stat(path.join(absolute, name)).catch(() => null)
    return stats?.isFile() ? [{ folder, name, modifiedMs: Math.floor(stats.mtimeMs) }] : []
  })
  batch.sidecars.push(...(await Promise.all(read)).flat())
}
