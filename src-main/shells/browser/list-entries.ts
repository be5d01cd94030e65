import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { nearestReal, realFolder, realPathOf } from './real-paths.ts'

const MAX_ENTRIES = 1000

/** A folder or file directly below another folder. */
export type Entry = { name: string; path: string; isFolder: boolean }

/** Which real paths a browser may name; `demand` throws `outside-roots` for any other. */
export type Allowed = { holds(real: string): boolean; demand(real: string): string }

/**
 * Visible folders directly below a full path, by name, and files where asked for; a thousand at most. Only the one who
 * asked waits for a disk that does not answer. Rejects with `outside-roots` or `not-a-folder`.
 */
export async function listEntries(
  path: string,
  { withFiles }: { withFiles: boolean },
  allowed: Allowed,
): Promise<Entry[]> {
  allowed.demand(await nearestReal(path)) // before anything is said about what exists
  const folder = allowed.demand(await realFolder(path))
  const found: Entry[] = []
  for (const name of await visibleNames(folder)) {
    const place = join(folder, name)
    const real = await realPathOf(place)
    const facts = real === null ? null : await stat(real).catch(() => null)
    if (real === null || facts === null || !allowed.holds(real)) continue
    const isFolder = facts.isDirectory()
    if (isFolder || (withFiles && facts.isFile())) found.push({ name, path: place, isFolder })
    if (found.length === MAX_ENTRIES) break
  }
  return found
}

async function visibleNames(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => !name.startsWith('.')).sort((a, b) => a.localeCompare(b))
  } catch (error) {
    throw new AppError('not-a-folder', `The folder ${folder} cannot be read.`, { cause: error })
  }
}
