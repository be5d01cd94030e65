import { dirname } from 'node:path'
import type { Db } from '../../../base/sqlite/connect.ts'

/** A folder by its names. */
export type FolderPath = {
  id: number
  parent: number | null
  name: string
  /** From the name of its watched folder on, with `/` between names. */
  path: string
  /** Path of the watched folder, with `/` between names. */
  root: string
}

type Row = { id: number; parent: number | null; name: string; rootName: string; rootPath: string; relativePath: string }

/** Every folder of the library. */
export function listFolderPaths(db: Db): FolderPath[] {
  const rows = db
    .prepare<[], Row>(
      `SELECT f.id, f.parent_id AS parent, f.name, o.name AS rootName, r.path AS rootPath, f.relative_path AS relativePath
       FROM folders f JOIN roots r ON r.folder_id = f.root_id JOIN folders o ON o.id = f.root_id`,
    )
    .all()
  return rows.map(({ id, parent, name, rootName, rootPath, relativePath }) => ({
    id,
    parent,
    name,
    path: relativePath === '' ? rootName : `${rootName}/${relativePath}`,
    root: dirname(rootPath).replaceAll('\\', '/'),
  }))
}
