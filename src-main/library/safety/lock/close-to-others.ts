import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { stackOf } from '../../../contract/errors.ts'
import type { Log } from '../../host/log.ts'

const FILES = /^(library|thumbnails|faces|lock|owner|restore)\.|^index\.arrays/
const FOLDERS: ReadonlySet<string> = new Set([
  'backups',
  'edits',
  'large-thumbnails',
  'map-tiles',
  'previews',
  'similar',
  'watch',
])
const AT_ONCE = 16
const OTHERS = 0o077

/**
 * Removes the access rights of others from a library of an earlier version, or a copy of one. Folders come after their
 * contents, so that a closed one is complete and need not be checked again. Files that are not the library's own keep
 * their rights, as does the library's folder. Windows has rights of its own.
 */
export async function closeToOthers(libraryDir: string, log: Log): Promise<void> {
  if (process.platform === 'win32') return
  try {
    const entries = await readdir(libraryDir, { withFileTypes: true })
    const own = entries.filter((entry) => (entry.isDirectory() ? FOLDERS.has(entry.name) : FILES.test(entry.name)))
    for (const { name } of own) await closePlace(path.join(libraryDir, name))
    const isAllOwn = entries.every((entry) => own.includes(entry) || entry.name.startsWith('.'))
    if (isAllOwn) await takeRights(libraryDir)
  } catch (error) {
    // Some disks have no rights, and a library may be in somebody else's folder.
    log.warn('Others on this machine may be able to look into the library', { error: stackOf(error) })
  }
}

async function closePlace(place: string): Promise<void> {
  const stats = await lstat(place)
  if (stats.isDirectory() && (stats.mode & OTHERS) !== 0) {
    const names = await readdir(place)
    for (let at = 0; at < names.length; at += AT_ONCE)
      await Promise.all(names.slice(at, at + AT_ONCE).map((name) => closePlace(path.join(place, name))))
  }
  if (stats.isDirectory() || stats.isFile()) await takeRights(place)
}

async function takeRights(place: string): Promise<void> {
  const { mode } = await lstat(place)
  if ((mode & OTHERS) !== 0) await chmod(place, mode & 0o7700)
}
