import type { BigIntStats, Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isPhotoName, isSkippedName } from './supported.ts'

/**
 * A photo file as found on disk; `folder` is relative to the walked root, `''` for the root itself, with `/` between
 * names.
 */
export type FoundFile = { folder: string; name: string; bytes: number; modifiedMs: number; fileKey: string | null }

/** Part of a walk. `unreadable` lists folders that could not be looked into: what is known below them is not gone. */
export type WalkBatch = { files: FoundFile[]; unreadable: string[] }

export type WalkOptions = {
  /** Relative folder to begin at; the root itself when absent. */
  from?: string
  /** Absolute folders that are left out, such as the library's own. */
  excluded?: readonly string[]
  batchSize?: number
  signal?: AbortSignal
}

const BATCH = 500
const STATS_AT_ONCE = 16

/**
 * Identity of a file across renames: inode and time of birth. Without a time of birth, inodes are used again too soon
 * to mean anything.
 */
export function fileKeyOf(facts: BigIntStats): string | null {
  return facts.ino === 0n || facts.birthtimeNs === 0n ? null : `${facts.ino}:${facts.birthtimeNs}`
}

/** What a file system says of one photo file. */
export function foundFileOf(folder: string, name: string, facts: BigIntStats): FoundFile {
  return {
    folder,
    name,
    bytes: Number(facts.size),
    modifiedMs: Math.floor(Number(facts.mtimeNs) / 1e6),
    fileKey: fileKeyOf(facts),
  }
}

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

/**
 * Finds the photo files below a folder, folder by folder, in batches, so that the first ones show while the rest is
 * still read. Links to folders are followed after all real folders, and no folder is entered twice, so that loops end.
 */
export async function* walk(root: string, options: WalkOptions = {}): AsyncGenerator<WalkBatch, void, void> {
  const { batchSize = BATCH, signal } = options
  const excluded = new Set(options.excluded ?? [])
  const seen = new Set<string>()
  const folders: string[] = [options.from ?? '']
  const links: string[] = []
  let batch: WalkBatch = { files: [], unreadable: [] }

  for (let folder = folders.shift() ?? links.shift(); folder !== undefined; folder = folders.pop() ?? links.shift()) {
    signal?.throwIfAborted()
    const absolute = path.join(root, folder)
    if (excluded.has(absolute)) continue
    const entries = await openFolder(absolute, seen)
    if (entries === 'seen') continue
    if (entries === 'unreadable') {
      batch.unreadable.push(folder)
      continue
    }
    const names: string[] = []
    for (const entry of entries) await sortEntry(entry, folder, absolute, { names, folders, links })
    for (let at = 0; at < names.length; at += STATS_AT_ONCE) {
      batch.files.push(...(await statAll(absolute, folder, names.slice(at, at + STATS_AT_ONCE))))
      if (batch.files.length < batchSize) continue
      yield batch
      batch = { files: [], unreadable: [] }
      signal?.throwIfAborted()
    }
  }
  if (batch.files.length > 0 || batch.unreadable.length > 0) yield batch
}

async function openFolder(absolute: string, seen: Set<string>): Promise<Dirent[] | 'seen' | 'unreadable'> {
  try {
    const facts = await stat(absolute, { bigint: true })
    const key = `${facts.dev}:${facts.ino}`
    if (facts.ino !== 0n && seen.has(key)) return 'seen'
    seen.add(key)
    const entries = await readdir(absolute, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return 'unreadable'
  }
}

type Sorted = { names: string[]; folders: string[]; links: string[] }

async function sortEntry(entry: Dirent, folder: string, absolute: string, sorted: Sorted): Promise<void> {
  if (isSkippedName(entry.name)) return
  if (entry.isDirectory()) sorted.folders.push(join(folder, entry.name))
  else if (entry.isFile() && isPhotoName(entry.name)) sorted.names.push(entry.name)
  else if (entry.isSymbolicLink()) {
    const facts = await stat(path.join(absolute, entry.name)).catch(() => null)
    if (facts?.isDirectory()) sorted.links.push(join(folder, entry.name))
    else if (facts?.isFile() && isPhotoName(entry.name)) sorted.names.push(entry.name)
  }
}

/** A file that is gone between listing and looking is left out; the next scan or event sees to it. */
async function statAll(absolute: string, folder: string, names: readonly string[]): Promise<FoundFile[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      const facts = await stat(path.join(absolute, name), { bigint: true }).catch(() => null)
      return facts?.isFile() ? foundFileOf(folder, name, facts) : null
    }),
  )
  return found.filter((each) => each !== null)
}
