import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Catalog, FileInTrash } from '../catalog/catalog.ts'
import type { PutBack, Trash } from '../host/trash.ts'

export type FilesInTrashDependencies = {
  catalog: Pick<Catalog, 'folders'>
  ingest: { recheck(path: string): Promise<void> }
  /** Null if the shell has none. */
  trash: Trash | null
}

/** Restores files of photos from the system's trash, once their photos are back in the library. */
export class FilesInTrash {
  readonly #dependencies: FilesInTrashDependencies

  constructor(dependencies: FilesInTrashDependencies) {
    this.#dependencies = dependencies
  }

  /** Describes the outcome in sentences without the last full stop. Never rejects for a file that stays. */
  async putBack(files: readonly FileInTrash[]): Promise<Text> {
    const { trash, ingest } = this.#dependencies
    if (trash === null) return say('reversals.putBackByHand')
    const reachable = await this.#reachable(files)
    const results = await trash.putBack(reachable)
    for (const { path: place, outcome } of results) if (outcome === 'back') await ingest.recheck(place)
    return describe(results, files.length - reachable.length)
  }

  /** If a drive is absent, its folders must not be created in its place. */
  async #reachable(files: readonly FileInTrash[]): Promise<FileInTrash[]> {
    const roots = this.#dependencies.catalog.folders.roots().map((root) => root.path)
    const there = new Set<string>()
    for (const root of roots) if ((await stat(root).catch(() => null)) !== null) there.add(root)
    return files.filter((file) => [...there].some((root) => file.path.startsWith(path.join(root, path.sep))))
  }
}

/** Failures that are named; the others are counted. */
const MAX_NAMED = 3

function describe(results: readonly PutBack[], awayCount: number): Text {
  const left = results.filter((each) => each.outcome !== 'back')
  const back = results.length - left.length
  const byHand = left.find(({ outcome }) => outcome === 'by-hand')
  const others = left.filter(({ outcome }) => outcome !== 'by-hand')
  return several([
    ...(back > 0 ? [say('reversals.putBack', { files: back })] : []),
    ...(byHand === undefined ? [] : [say('reversals.toPutBack', { reason: byHand.reason })]),
    ...(awayCount > 0 ? [say('reversals.putBackAway', { files: awayCount })] : []),
    ...others.slice(0, MAX_NAMED).map((file) => say('reversals.putBackNot', { path: file.path, reason: file.reason })),
    ...(others.length > MAX_NAMED ? [say('reversals.putBackMoreNot', { files: others.length - MAX_NAMED })] : []),
  ])
}
