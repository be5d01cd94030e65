import path from 'node:path'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { FolderTimes } from './folder-times.ts'
import { readEntries } from './places/read-entries.ts'
import { isPhotoName, isSidecarName, isSkippedName } from './places/supported.ts'

const ALL = Number.MAX_SAFE_INTEGER

/**
 * Places of a root with names added or removed since the last scan: photos and sidecars by their paths, and new and
 * removed folders. Files written in place are not included; only a scan finds those.
 */
export async function quickCheck(
  catalog: Pick<Catalog, 'files' | 'folders'>,
  root: RootRow,
  times: FolderTimes,
  signal: AbortSignal,
): Promise<string[]> {
  const { changed, gone } = await times.compare(root.path, signal)
  const paths = [...gone.map((folder) => path.join(root.path, folder)), ...knownIn(catalog, root, changed)]
  for (const folder of changed) {
    signal.throwIfAborted()
    for (const name of await namesIn(root, folder, times)) paths.push(path.join(root.path, folder, name))
  }
  return [...new Set(paths)]
}

async function namesIn(root: RootRow, folder: string, times: FolderTimes): Promise<string[]> {
  const listed = await readEntries(path.join(root.path, folder)).catch(() => ({ entries: [] }))
  return listed.entries
    .filter((entry) => {
      if (isSkippedName(entry.name)) return false
      if (entry.isFile()) return isPhotoName(entry.name) || isSidecarName(entry.name)
      return !times.has(folder === '' ? entry.name : `${folder}/${entry.name}`)
    })
    .map(({ name }) => name)
}

/** Absolute paths of the photos recorded in these folders. */
function knownIn(catalog: Pick<Catalog, 'files' | 'folders'>, root: RootRow, folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const id = catalog.folders.find(root.id, folder)?.id
    return id === undefined
      ? []
      : catalog.files.after(id, '', ALL).map(({ name }) => path.join(root.path, folder, name))
  })
}
