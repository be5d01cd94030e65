import { say } from '../../contract/sentences/say.ts'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { realFolder } from '../ingest/places/real-folder.ts'
import type { PersonChanges } from './person-changes.ts'

export type LocateFilesDependencies = {
  catalog: Pick<Catalog, 'files' | 'folders' | 'photos' | 'questions'>
  changes: Pick<PersonChanges, 'apply'>
  ingest: Pick<Ingest, 'addRoot' | 'idle' | 'recheck' | 'relocateRoot' | 'rescan'>
}

const isIn = (folder: string, file: string) => file === folder || file.startsWith(path.join(folder, path.sep))

/** Records where a person says that folders and files are now. */
export class LocateFiles {
  readonly #dependencies: LocateFilesDependencies

  constructor(dependencies: LocateFilesDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * A folder was moved: a watched one, or one below that, whose missing photos are then those with the same names
   * there. Returns their watched folder. Throws `folder-not-found`, `not-a-folder` or `folder-overlaps`.
   */
  async folder(id: number, target: string): Promise<RootRow> {
    const { catalog, ingest } = this.#dependencies
    if (catalog.folders.byId(id)?.relativePath === '') return ingest.relocateRoot(id, target)
    const before = catalog.folders.pathOf(id)
    const full = await realFolder(target)
    const root = await this.#findRoot(full)
    const pairs = this.#pairUp(id, full)
    if (pairs.length > 0) {
      const ids = pairs.flatMap(({ oldPhotoId, newPhotoId }) => [oldPhotoId, newPhotoId])
      await this.#dependencies.changes.apply({ kind: 'same-photo', ids, pairs, place: full })
    } else if (catalog.files.missingBelow(id).length > 0)
      throw new AppError('not-a-folder', say('errors.photosNotThere', { from: before, to: full }))
    return root
  }

  /**
   * Gives a missing photo this file. Throws `photo-not-found`, also for a file that is in no watched folder, or
   * `bad-params` if the photo has its file.
   */
  async photo(id: number, target: string): Promise<ChangeResult> {
    const { catalog, changes, ingest } = this.#dependencies
    const full = path.resolve(target)
    await ingest.recheck(full)
    const found = catalog.files.findByPath(full)
    if (found === null) throw new AppError('photo-not-found', say('errors.notWatched', { path: full }))
    if (found === id) return { changeId: null, count: 1, kept: 0, sentence: say('changes.fileKnown', { path: full }) }
    return changes.apply(catalog.questions.sameFile(id, found))
  }

  /** Scans the watched folder of a folder; without one, the folder itself becomes watched. */
  async #findRoot(folder: string): Promise<RootRow> {
    const { catalog, ingest } = this.#dependencies
    const known = catalog.folders.roots().find((root) => isIn(root.path, folder))
    if (known !== undefined) ingest.rescan(known.id)
    const root = known ?? (await ingest.addRoot(folder))
    await ingest.idle()
    return root
  }

  /** Pairs missing photos of a folder with those at the same places below another one, unless these are others. */
  #pairUp(folderId: number, target: string): { oldPhotoId: number; newPhotoId: number }[] {
    const { files, photos } = this.#dependencies.catalog
    return files.missingBelow(folderId).flatMap(({ photoId, place, takenMs }) => {
      const found = files.findByPath(path.join(target, place))
      if (found === null || found === photoId || photos.hasWork(found)) return []
      const otherMs = photos.takenMs(found)
      return takenMs !== null && otherMs !== null && takenMs !== otherMs
        ? []
        : [{ oldPhotoId: photoId, newPhotoId: found }]
    })
  }
}
