import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { DroppedFolder, DroppedMatch } from '../../contract/shell/browsing.ts'
import { isSkippedName } from '../../library/ingest/places/supported.ts'
import type { Roots } from './roots.ts'

const MAX_FOLDERS = 20_000
const MAX_MATCHES = 5

/**
 * Folders below the roots that have the name of a dropped folder and contain all of its sample files, nearest first. A
 * browser does not tell a page any paths, so the person has to confirm the folder.
 */
export async function findDropped(
  roots: Roots,
  dropped: DroppedFolder,
  { signal, maxFolders = MAX_FOLDERS }: { signal?: AbortSignal | undefined; maxFolders?: number } = {},
): Promise<DroppedMatch[]> {
  const waiting = [...roots.paths]
  const matches: DroppedMatch[] = []
  let seen = 0
  for (let folder = waiting.shift(); folder !== undefined && matches.length < MAX_MATCHES; folder = waiting.shift()) {
    signal?.throwIfAborted()
    seen += 1
    if (seen > maxFolders) break
    if (isNamed(folder, dropped.name) && (await holdsAll(folder, dropped, roots))) matches.push({ path: folder })
    waiting.push(...(await foldersIn(folder)))
  }
  return matches.filter(({ path }, index) => matches.findIndex((other) => other.path === path) === index)
}

/** Some systems write é as one character, others as two. */
const isNamed = (folder: string, name: string): boolean =>
  folder.split(/[\\/]/).at(-1)?.normalize() === name.normalize()

async function holdsAll(folder: string, { files }: DroppedFolder, roots: Roots): Promise<boolean> {
  for (const file of files) if (!(await holds(folder, file, roots))) return false
  return true
}

async function holds(folder: string, { names, bytes }: DroppedFolder['files'][number], roots: Roots): Promise<boolean> {
  const path = join(folder, ...names)
  try {
    const stats = await lstat(path)
    return stats.isFile() && stats.size === bytes && roots.holds(await realpath(path))
  } catch {
    return false // not there, or not readable for this person
  }
}

/** Links are not followed: their targets are found where they are. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !isSkippedName(entry.name) && entry.name !== 'node_modules')
    .map(({ name }) => join(folder, name))
}
