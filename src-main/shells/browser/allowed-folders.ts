import { realpath, stat } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { AllowedFolder } from '../../contract/shell/browsing.ts'
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts'
import { realFolder } from './real-paths.ts'
import { fullPath, openRoots, type Roots, rootsAt } from './roots.ts'

const Kept = z.object({ folders: z.array(z.string()) })

/** What windows in a browser may use: the folders of this start, and those that the person allowed on this machine. */
export type AllowedFolders = {
  /** As they are now: another process may have allowed one meanwhile. */
  roots(): Promise<Roots>
  list(): Promise<AllowedFolder[]>
  /** Keeps a folder for good and gives its real path; rejects with `not-a-folder`. Only for what runs on this machine. */
  allow(path: string): Promise<string>
  /** Takes back what was kept; false where it was not. */
  remove(path: string): Promise<boolean>
}

/** The real paths of the folders that `lumafold allow` keeps and that are there, for every shell of this person. */
export async function readAllowed(file: string): Promise<readonly string[]> {
  return (await (await openAllowedFolders([], file)).roots()).paths
}

/**
 * `file` holds what is kept. It is not read where others could have written it. Rejects with `not-a-folder` where a
 * folder of this start is not there.
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

/**
 * Folders of drives that are away are left out, and so is a path that became a link since: what it leads to is not what
 * the person allowed.
 */
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
    throw new AppError(
      'file-unreadable',
      `${file} does not hold what Lumafold wrote. Remove it and allow folders again.`,
    )
  }
}
