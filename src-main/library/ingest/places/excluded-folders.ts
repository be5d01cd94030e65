import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** Folders that never belong to a library, such as its own, under any path. */
export type ExcludedFolders = {
  /** The folders' paths as given, and their real paths. */
  paths: readonly string[]
  /** Device and inode of those that are there. */
  keys: ReadonlySet<string>
}

export const noFolders: ExcludedFolders = { paths: [], keys: new Set() }

/** Identifies folders by any path; null if the file system has no inodes. */
export function folderKey({ dev, ino }: { dev: bigint; ino: bigint }): string | null {
  return ino === 0n ? null : `${dev}:${ino}`
}

/** Resolves where folders really are now: a library may be reached through a link, or a second mount. */
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

/** Whether a path is one of the folders or below one, by the path alone. */
export function isExcludedPath({ paths }: ExcludedFolders, target: string): boolean {
  return paths.some((folder) => target === folder || target.startsWith(folder + path.sep))
}
