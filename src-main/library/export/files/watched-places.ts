import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** What a folder is, whatever name or link it is reached by. */
async function identityOf(folder: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}

/**
 * Whether a file lies in a watched folder, by whatever path: through links, and where names in other letters mean the
 * same. Whatever lies there may be an original or a sidecar, and is never overwritten. What cannot be looked at counts
 * as lying there.
 */
export async function liesInWatchedFolder(file: string, roots: readonly string[]): Promise<boolean> {
  const identities = new Set((await Promise.all(roots.map(identityOf))).filter((each) => each !== null))
  for (const folder of await foldersOf(file)) {
    if (folder === null) return true
    for (let at = folder; ; at = path.dirname(at)) {
      const identity = await identityOf(at)
      if (identity === null || identities.has(identity)) return true
      if (path.dirname(at) === at) break
    }
  }
  return false
}

/** The real folder of a path, and that of what it leads to where it is a link; null where nobody can tell. */
async function foldersOf(file: string): Promise<(string | null)[]> {
  const own = await realpath(path.dirname(file)).catch(() => null)
  const stats = await lstat(file).catch(() => null)
  if (stats?.isSymbolicLink() !== true) return [own]
  const target = await realpath(file).catch(() => null)
  return target === null ? [own] : [own, path.dirname(target)]
}
