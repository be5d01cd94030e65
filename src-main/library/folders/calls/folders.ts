import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Folder } from '../../../contract/library/folder.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { Ingest } from '../../ingest/ingest.ts'
import type { AnalysisQueue } from '../../queue/analysis-queue.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

type Folders = { catalog: Pick<Catalog, 'folders'> }

export type FolderHandlersDependencies = Folders & {
  changes: Pick<PersonChanges, 'apply'>
  ingest: Pick<Ingest, 'rescan' | 'setWatching'>
  queue: Pick<AnalysisQueue, 'restart'>
}

/** The watched folder of a root, as windows see it. */
export function folderOf({ catalog }: Folders, rootId: number): Folder {
  const path = catalog.folders.roots().find((root) => root.id === rootId)?.path
  const folder = catalog.folders.list().find((each) => each.parentId === null && each.path === path)
  if (folder === undefined)
    throw new AppError('folder-not-found', say('unknown.thing', { thing: 'watchedFolder', id: rootId }))
  return folder
}

/** The watched folder of a folder id; only a watched folder itself can be removed or scanned again. */
function rootIdOf({ catalog }: Folders, folderId: number): number {
  const folder = catalog.folders.list().find((each) => each.id === folderId)
  if (folder === undefined)
    throw new AppError('folder-not-found', say('unknown.thing', { thing: 'folder', id: folderId }))
  const root = catalog.folders.roots().find((each) => each.path === folder.path)
  if (root === undefined) throw new AppError('folder-not-found', say('errors.notWatchedItself', { path: folder.path }))
  return root.id
}

/** Handlers of `folders.*`. */
export function folderHandlers(
  os: LibraryImplementer,
  { catalog, changes, ingest, queue }: FolderHandlersDependencies,
) {
  return {
    list: os.folders.list.handler(() => catalog.folders.list()),
    remove: os.folders.remove.handler(({ input }) => {
      const id = rootIdOf({ catalog }, input.id)
      const { path, photoCount } = folderOf({ catalog }, id)
      return changes.apply({ kind: 'remove-folder', ids: [id], path, photos: photoCount })
    }),
    rescan: os.folders.rescan.handler(({ input }) => {
      ingest.rescan(input.id === undefined ? undefined : rootIdOf({ catalog }, input.id))
      queue.restart()
    }),
    setWatching: os.folders.setWatching.handler(({ input }) =>
      ingest.setWatching(rootIdOf({ catalog }, input.id), input.watching),
    ),
  }
}
