import { AppError } from '../../contract/errors.ts'
import type { Folder } from '../../contract/library/folder.ts'
import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'

/** The watched folder of a root, as windows see it. */
export function folderOf({ catalog }: Pick<CoreParts, 'catalog'>, rootId: number): Folder {
  const path = catalog.folders.roots().find((root) => root.id === rootId)?.path
  const folder = catalog.folders.list().find((each) => each.parentId === null && each.path === path)
  if (folder === undefined) throw new AppError('folder-not-found', `There is no watched folder ${rootId}.`)
  return folder
}

/**
 * The watched folder that a folder id stands for; only a whole watched folder can be removed or looked through again.
 */
function rootIdOf({ catalog }: Pick<CoreParts, 'catalog'>, folderId: number): number {
  const folder = catalog.folders.list().find((each) => each.id === folderId)
  if (folder === undefined) throw new AppError('folder-not-found', `There is no folder ${folderId} in the library.`)
  const root = catalog.folders.roots().find((each) => each.path === folder.path)
  if (root === undefined)
    throw new AppError(
      'folder-not-found',
      `${folder.path} is not a watched folder itself; choose the watched folder it lies in.`,
    )
  return root.id
}

/** Handlers of `folders.*`. */
export function folderHandlers(os: LibraryImplementer, parts: CoreParts) {
  return {
    list: os.folders.list.handler(() => parts.catalog.folders.list()),
    remove: os.folders.remove.handler(async ({ input }) => {
      const gone = await parts.ingest.removeRoot(rootIdOf(parts, input.id))
      parts.similar.remove(gone)
      parts.pump.forget(gone)
    }),
    rescan: os.folders.rescan.handler(({ input }) => {
      parts.ingest.rescan(input.id === undefined ? undefined : rootIdOf(parts, input.id))
      parts.pump.start()
    }),
  }
}
