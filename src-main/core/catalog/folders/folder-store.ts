import { resolve } from 'node:path'
import type { Folder } from '../../../contract/library/folder.ts'
import type { Context } from '../context/context.ts'
import { addRoot, cleanRelative, ensureFolder } from './add-folders.ts'
import { createFolderLookups, type FolderLookups } from './find-folders.ts'
import { listFolders } from './list-folders.ts'
import { createPathOf } from './path-of.ts'
import { renameFolder, setFolderKeys } from './rename-folder.ts'
import type { RootRow } from './root-row.ts'
import { listRoots } from './root-rows.ts'
import { createRootStore, requireRoot, type RootStore } from './root-store.ts'
import { removePhotos, type Removed } from './remove-photos.ts'

export type FolderStore = FolderLookups &
  RootStore & {
    /**
     * A folder that the person removed comes back with all its work. Throws AppError `folder-overlaps` where the path
     * lies in a watched folder or holds one.
     */
    addRoot(path: string): RootRow
    /** Takes the folder, its files and their photos out; the thumbnails go too. Returns the photo ids that went. */
    removeRoot(id: number): number[]
    /**
     * The same for at most `limit` photos, so that a large root can go in pieces before `removeRoot`; `isLast` when
     * none is left.
     */
    removeSome(id: number, limit: number): { ids: number[]; isLast: boolean }
    /** The folder's id for a path relative to its root (`''` for the root itself), made where it is new. */
    ensure(rootId: number, relativePath: string): number
    /** The same folder, with all below it, at another path of its root where nothing is recorded yet. */
    rename(folderId: number, relativePath: string): void
    /** A person made the folder here: it is shown while it is empty; false takes that back. */
    setMade(folderId: number, isMade: boolean): void
    /** Remembers how the system numbers folders. */
    setKeys(keys: readonly { id: number; key: string }[]): void
    list(): Folder[]
    /** Absolute path of a folder. */
    pathOf(folderId: number): string
  }

type Dependencies = Context & { countByFolder: () => ReadonlyMap<number, number> }

/** Roots and the folders below them. */
export function createFolderStore(context: Dependencies): FolderStore {
  const { db, countByFolder } = context
  const ensured = new Map<string, number>()
  return {
    addRoot: (path) => addRoot(context, listRoots(db), resolve(path)),
    removeRoot: (id) => {
      requireRoot(db, id)
      ensured.clear()
      return removeRoot(context, id)
    },
    removeSome: (id, limit) => {
      requireRoot(db, id)
      const { gone, isLast } = removeSome(context, id, limit)
      return { ids: gone, isLast }
    },
    ...createRootStore(context),
    ensure: (rootId, relativePath) => {
      const clean = cleanRelative(relativePath)
      const key = `${rootId}/${clean}`
      const id = ensured.get(key) ?? context.write(() => ensureFolder(context, rootId, clean))
      ensured.set(key, id)
      return id
    },
    ...createFolderLookups(db),
    rename: (folderId, relativePath) => {
      ensured.clear()
      renameFolder(context, folderId, cleanRelative(relativePath))
    },
    setMade: (folderId, isMade) =>
      void context.write(() => db.prepare('UPDATE folders SET is_made = ? WHERE id = ?').run(isMade ? 1 : 0, folderId)),
    setKeys: (keys) => setFolderKeys(context, keys),
    list: () => listFolders(db, listRoots(db), countByFolder()),
    pathOf: createPathOf(context),
  }
}

function removeRoot(context: Context, id: number): number[] {
  const { db } = context
  return removeSome(context, id, Number.MAX_SAFE_INTEGER, () => {
    db.prepare('DELETE FROM folder_text WHERE rowid IN (SELECT id FROM folders WHERE root_id = ?)').run(id)
    db.prepare('DELETE FROM folders WHERE id = ?').run(id)
  }).gone
}

function removeSome(context: Context, id: number, limit: number, finish: () => void = () => {}): Removed {
  const { db, write, changed, thumbnails } = context
  const removed = write(() => {
    const result = removePhotos(db, id, limit)
    finish()
    return result
  })
  const isEmpty = db.prepare('SELECT 1 FROM photos LIMIT 1').get() === undefined
  if (isEmpty) thumbnails.removeAll()
  else thumbnails.remove(removed.gone)
  changed.photos(removed.touched)
  changed.names()
  changed.text()
  return removed
}
