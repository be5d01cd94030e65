import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** Folders that never belong to a library, such as its own: under any path that leads to them. */
export type ExcludedFolders = {
  /** The folders' paths as given, and their real paths. */
  paths: readonly string[]
  /** Device and inode of those that are there. */
  keys: ReadonlySet<string>
}

export const noFolders: ExcludedFolders = { paths: [], keys: new Set() }

/** Tells folders apart whatever path leads to them; null where the file system gives no inodes. */
export function folderKey({ dev, ino }: { dev: bigint; ino: bigint }): string | null {
  return ino === 0n ? null : `${dev}:${ino}`
}

/** Looks where folders really lie now: a library may be reached over a link, or over a second mount. */
export async function findExcluded(folders: readonly string[]): Promise<ExcludedFolders> {
  const paths = new Set<string>()
  const keys = new Set<string>()
  for (const folder of folders) {
    const full = path.resolve(folder)
    paths.add(full)
    paths.add(await realpath(full).catch(() => full))
    const stats = await stat(full, { bigint: true }).catch(() => null)
    const key = stats === null ? null : folderKey(stats)
    if (key !== null) keys.add(key)
  }
  return { paths: [...paths], keys }
}

/** Whether a path is one of the folders or lies below one, going by the path alone. */
export function isExcludedPath({ paths }: ExcludedFolders, target: string): boolean {
  return paths.some((folder) => target === folder || target.startsWith(folder + path.sep))
}
