import { realpath, stat } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { AllowedFolder } from '../../contract/shell/browsing.ts'
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts'
import { realFolder } from './real-paths.ts'
import { fullPath, openRoots, type Roots, rootsAt } from './roots.ts'

const Kept = z.object({ folders: z.array(z.string()) })

/**
 * Folders that windows in a browser may use: those given at this start, and those that the person allowed on this
 * machine.
 */
export type AllowedFolders = {
  /** The current roots: another process may have allowed a folder in the meantime. */
  roots(): Promise<Roots>
  list(): Promise<AllowedFolder[]>
  /**
   * Allows a folder permanently and returns its real path; rejects with `not-a-folder`. Only for callers on this
   * machine.
   */
  allow(path: string): Promise<string>
  /** Withdraws a permanent permission; false if there was none. */
  remove(path: string): Promise<boolean>
}

/** The real paths of existing folders that `lumafold allow` permits, for every shell of this person. */
export async function readAllowed(file: string): Promise<readonly string[]> {
  return (await (await openAllowedFolders([], file)).roots()).paths
}

/**
 * `file` stores the permanent permissions. It is ignored if others could have written it. Rejects with `not-a-folder`
 * if a folder given at this start does not exist.
 */
export async function openAllowedFolders(given: readonly string[], file: string): Promise<AllowedFolders> {
  const ofThisStart = await openRoots(given)
  const read = async () => parse(await readPrivateFile(file), file)
  const write = (folders: readonly string[]) => writePrivateFile(file, `${JSON.stringify({ folders }, null, 2)}\n`)
  return {
    roots: async () => rootsAt([...ofThisStart.paths, ...(await onlyThere(await read()))]),
    async list() {
      const kept = await read()
      const there = await onlyThere(kept)
      return [
        ...ofThisStart.paths.map((path) => ({ path, isKept: false, isThere: true })),
        ...kept.map((path) => ({ path, isKept: true, isThere: there.includes(path) })),
      ]
    },
    async allow(path) {
      const real = await realFolder(fullPath(path))
      const kept = await read()
      if (!kept.includes(real)) await write([...kept, real])
      return real
    },
    async remove(path) {
      const kept = await read()
      if (kept.includes(path)) await write(kept.filter((other) => other !== path))
      return kept.includes(path)
    },
  }
}

/** Leaves out folders on absent drives, and paths that have become links: the person did not allow their targets. */
async function onlyThere(folders: readonly string[]): Promise<string[]> {
  const areThere = await Promise.all(folders.map(isThere))
  return folders.filter((_path, index) => areThere[index])
}

const isThere = async (path: string): Promise<boolean> => {
  try {
    return (await realpath(path)) === path && (await stat(path)).isDirectory()
  } catch {
    return false // gone, or out of reach
  }
}

function parse(bytes: Buffer | null, file: string): string[] {
  if (bytes === null) return []
  try {
    return Kept.parse(JSON.parse(bytes.toString('utf8'))).folders
  } catch {
    throw new AppError('file-unreadable', say('paths.allowedDamaged', { path: file }))
  }
}
