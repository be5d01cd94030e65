import { join } from 'node:path'
import type { Db } from '../../../sqlite/connect.ts'
import { createPathOf } from '../folders/path-of.ts'

type Row = { id: number; folderId: number; name: string }

/** Photos that failed because their file was not permitted or only in a cloud. An index holds them: they come first. */
export function listOutOfReach(db: Db): { id: number; path: string }[] {
  const pathOf = createPathOf({ db })
  return db
    .prepare<[], Row>(
      `SELECT p.id, f.folder_id AS folderId, f.name FROM photos p CROSS JOIN files f ON f.photo_id = p.id AND f.is_main = 1
       WHERE p.failure IN ('file-forbidden', 'file-in-cloud') AND p.pending = 0`,
    )
    .all()
    .map(({ id, folderId, name }) => ({ id, path: join(pathOf(folderId), name) }))
}
