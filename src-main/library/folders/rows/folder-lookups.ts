import { relative, sep } from 'node:path'
import type { Db } from '../../../base/sqlite/connect.ts'
import { listRoots } from './root-rows.ts'

/** A folder in the catalogue; `key` is inode and time of birth, null if unknown. */
export type KnownFolder = { id: number; rootId: number; relativePath: string; key: string | null }

/**
 * A folder of a root and those below it, at most `limit`, in the order of their paths; `after` is the path of the last
 * folder of the previous page, null for the first page.
 */
export type FolderPage = { rootId: number; relativePath: string; after: string | null; limit: number }

export type FolderLookups = {
  byId(id: number): KnownFolder | undefined
  /** The folder at a path relative to a root. */
  find(rootId: number, relativePath: string): KnownFolder | undefined
  /** The id of the folder at an absolute path, even a missing one; null if unknown. */
  findByPath(path: string): number | null
  /** Folders of a root that had this key when they were last seen. */
  withKey(rootId: number, key: string): KnownFolder[]
  /** The folders directly in a folder. */
  children(folderId: number): KnownFolder[]
  /** The folders of a page. */
  from(page: FolderPage): KnownFolder[]
}

const COLUMNS = 'id, root_id AS rootId, relative_path AS relativePath, folder_key AS key'

/** Finds known folders for scans. */
export function createFolderLookups(db: Db): FolderLookups {
  const byId = db.prepare<[number], KnownFolder>(`SELECT ${COLUMNS} FROM folders WHERE id = ?`)
  const at = db.prepare<[number, string], KnownFolder>(
    `SELECT ${COLUMNS} FROM folders WHERE root_id = ? AND relative_path = ?`,
  )
  const withKey = db.prepare<[string, number], KnownFolder>(
    `SELECT ${COLUMNS} FROM folders WHERE folder_key = ? AND root_id = ?`,
  )
  const children = db.prepare<[number], KnownFolder>(`SELECT ${COLUMNS} FROM folders WHERE parent_id = ?`)
  const page = db.prepare<[object], KnownFolder>(
    `SELECT ${COLUMNS} FROM folders
     WHERE root_id = @rootId AND relative_path >= @start AND ${withinPath('relative_path')}
     ORDER BY relative_path LIMIT @limit`,
  )
  return {
    byId: (id) => byId.get(id),
    find: (rootId, relativePath) => at.get(rootId, relativePath),
    findByPath: (path) => {
      for (const root of listRoots(db)) {
        const inside = relative(root.path, path)
        const found = inside === '..' || inside.startsWith(`..${sep}`) ? undefined : at.get(root.id, toSlashes(inside))
        if (found !== undefined) return found.id
      }
      return null
    },
    withKey: (rootId, key) => withKey.all(key, rootId),
    children: (folderId) => children.all(folderId),
    // No path is between a path and the same with the lowest letter appended.
    from: ({ rootId, relativePath, after, limit }) =>
      page.all({
        rootId,
        limit,
        ...pathRange(relativePath),
        start: after === null ? relativePath : `${after}\u0001`,
      }),
  }
}

const toSlashes = (path: string) => path.split(sep).join('/')

/** SQL: whether a path is that of `pathRange` or below it. */
export function withinPath(column: string): string {
  return `(@path = '' OR ${column} = @path OR (${column} >= @from AND ${column} < @before))`
}

/** Paths below a path are those from `path/` to before `path0`, since `0` follows `/`. */
export const pathRange = (path: string) => ({ path, from: `${path}/`, before: `${path}0` })
