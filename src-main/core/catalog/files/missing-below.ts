import type { Db } from '../../../sqlite/connect.ts'
import { pathRange, withinPath } from '../folders/find-folders.ts'

/** A photo whose file is gone: where that lay, relative to a folder, and when it was taken, where that is known. */
export type MissingFile = { photoId: number; place: string; takenMs: number | null }

type Folder = { rootId: number; relativePath: string }

/** Photos that are missing from a folder and those below it; places have `/` between names. */
export function missingBelow(db: Db, folderId: number): MissingFile[] {
  const folder = db
    .prepare<[number], Folder>('SELECT root_id AS rootId, relative_path AS relativePath FROM folders WHERE id = ?')
    .get(folderId)
  if (folder === undefined) return []
  return db
    .prepare<[object], MissingFile>(
      `SELECT p.id AS photoId, p.taken_ms AS takenMs,
         ltrim(substr(d.relative_path, length(@path) + 1) || '/' || f.name, '/') AS place
       FROM folders d JOIN files f ON f.folder_id = d.id AND f.is_main = 1
         JOIN photos p ON p.id = f.photo_id AND p.is_missing = 1 AND p.removed_ms IS NULL
       WHERE d.root_id = @rootId AND ${withinPath('d.relative_path')}`,
    )
    .all({ rootId: folder.rootId, ...pathRange(folder.relativePath) })
}
