import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** Identifies a folder by any name or link. */
async function identityOf(folder: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}

/**
 * Whether a file is in a watched folder, by any path: through links, and names with other case. Files there may be
 * originals or sidecars, and are never overwritten. If this cannot be checked, the answer is yes.
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

/** The real folder of a path, and that of its target if it is a link; null if unknown. */
async function foldersOf(file: string): Promise<(string | null)[]> {
  const own = await realpath(path.dirname(file)).catch(() => null)
  const stats = await lstat(file).catch(() => null)
  if (stats?.isSymbolicLink() !== true) return [own]
  const target = await realpath(file).catch(() => null)
  return target === null ? [own] : [own, path.dirname(target)]
}
