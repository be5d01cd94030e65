import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'

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

/** Null where it is missing, or not to be read by this person: the callers say which path was meant. */
const realPathOf = (path: string): Promise<string | null> => realpath(path).catch(() => null)

/** The real path of the deepest part of a path that exists. */
async function nearestReal(path: string): Promise<string> {
  const real = await realPathOf(path)
  return real ?? (path === dirname(path) ? path : nearestReal(dirname(path)))
}

async function realFolder(path: string): Promise<string> {
  const real = await realPathOf(path)
  const facts = real === null ? null : await stat(real).catch(() => null)
  if (real === null || facts === null) throw new AppError('not-a-folder', `There is no folder at ${path}.`)
  if (!facts.isDirectory()) throw new AppError('not-a-folder', `${path} is a file, not a folder.`)
  return real
}

async function visibleNames(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => !name.startsWith('.')).sort((a, b) => a.localeCompare(b))
  } catch (error) {
    throw new AppError('not-a-folder', `The folder ${folder} cannot be read.`, { cause: error })
  }
}
