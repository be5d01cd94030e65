import { say } from '../../contract/sentences/say.ts'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { isSameEntry } from './disk/place-file.ts'
import { statIfPresent, unnamedFolder } from './disk/places.ts'
import type { FileMoves } from './file-moves.ts'
import { requireSafeName } from '../file-names/safe-name.ts'

export type FolderChangesDependencies = {
  catalog: Pick<Catalog, 'folders'>
  moves: Pick<FileMoves, 'changeFolder'>
}

/** Creates and renames folders below watched ones; each change can be undone. */
export class FolderChanges {
  readonly #dependencies: FolderChangesDependencies

  constructor(dependencies: FolderChangesDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Creates a folder in another one and returns its id. Throws `bad-params` for a name that is taken or not valid on
   * every system, `folder-not-found` or `target-not-writable`.
   */
  async make(parentId: number, name: string): Promise<{ folderId: number; change: ChangeResult }> {
    const { catalog, moves } = this.#dependencies
    const parent = this.#pathOf(parentId)
    const plain = requireSafeName(name)
    const to = path.join(parent, plain)
    if (statIfPresent(to) !== undefined)
      throw new AppError('bad-params', say('errors.nameTaken', { name: plain, path: parent }))
    const what = { kind: 'change-folder', operation: 0, action: 'new', name: plain, formerName: '' } as const
    const change = await moves.changeFolder(what, unnamedFolder(parent), to)
    return { folderId: catalog.folders.findByPath(to) ?? 0, change }
  }

  /**
   * Renames a folder on the disk; its photos keep all their data. Throws `bad-params` for a name that is taken or not
   * valid on every system, and for a watched folder itself.
   */
  async rename(id: number, name: string): Promise<ChangeResult> {
    const { catalog, moves } = this.#dependencies
    const from = this.#pathOf(id)
    const plain = requireSafeName(name)
    if (catalog.folders.byId(id)?.relativePath === '')
      throw new AppError('bad-params', say('errors.watchedRename', { path: from }))
    const formerName = path.basename(from)
    const to = path.join(path.dirname(from), plain)
    if (plain === formerName) return { changeId: null, count: 0, kept: 0, sentence: say('changes.folderHasName') }
    if (statIfPresent(to) !== undefined && !isSameEntry(from, to))
      throw new AppError('bad-params', say('errors.nameTaken', { name: plain, path: path.dirname(from) }))
    const what = { kind: 'change-folder', operation: 0, action: 'rename', name: plain, formerName } as const
    return moves.changeFolder(what, from, to)
  }

  #pathOf(id: number): string {
    const { folders } = this.#dependencies.catalog
    const place = folders.pathOf(id)
    if (folders.findByPath(place) === null)
      throw new AppError('folder-not-found', say('errors.notInLibrary', { path: place }))
    if (statIfPresent(place) === undefined)
      throw new AppError('folder-not-found', say('files.cannotReach', { path: place }))
    return place
  }
}
