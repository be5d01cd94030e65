import type { Text } from '../../../contract/sentences/text.ts'
import { say, several } from '../../../contract/sentences/say.ts'
import { access, constants, lstat, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { explainMove } from '../disk/explain-move.ts'
import { foldPath } from '../disk/places.ts'
import { folderNames, type FolderNames } from './companions.ts'

/** A folder on the disk at the time a move is planned. */
export type SeenFolder = {
  names: FolderNames
  /** Its names as a case-insensitive disk sees them. */
  folded: ReadonlySet<string>
  isThere: boolean
  /** Number of its disk; for a missing folder, that of the nearest existing parent. */
  device: number
  /** Why nothing can be moved from or to it, as a sentence; null if it can. */
  problem: Text | null
}

/** Reads each folder once. */
export class FolderReader {
  readonly #seen = new Map<string, Promise<SeenFolder>>()

  read(folder: string): Promise<SeenFolder> {
    const seen = this.#seen.get(folder) ?? readFolder(folder)
    this.#seen.set(folder, seen)
    return seen
  }
}

async function readFolder(folder: string): Promise<SeenFolder> {
  const stats = await stat(folder).catch(() => null)
  if (stats === null) return readFutureFolder(folder)
  const names = stats.isDirectory() ? await readdir(folder).catch(() => []) : []
  const seen = { names: folderNames(names), folded: new Set(names.map(foldPath)), isThere: true, device: stats.dev }
  if (!stats.isDirectory()) return { ...seen, problem: say('files.isFile', { path: folder }) }
  return { ...seen, problem: await problemOf(folder) }
}

/** A folder that will be created: the nearest existing parent decides what is possible. */
async function readFutureFolder(folder: string): Promise<SeenFolder> {
  const nothing = { names: folderNames([]), folded: new Set<string>(), isThere: false }
  let above = path.dirname(folder)
  while ((await lstat(above).catch(() => null)) === null && above !== path.dirname(above)) above = path.dirname(above)
  const stats = await stat(above).catch(() => null)
  if (stats === null) return { ...nothing, device: 0, problem: say('files.cannotReach', { path: folder }) }
  return { ...nothing, device: stats.dev, problem: await problemOf(above) }
}

const problemOf = (folder: string): Promise<Text | null> =>
  access(folder, constants.W_OK).then(
    () => null,
    (error: unknown) => several([say('files.nothingChangeable', { path: folder }), explainMove(error)]),
  )
