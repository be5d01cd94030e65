import { say } from '../../../contract/sentences/say.ts'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** The absolute path of a folder by its id; throws `folder-not-found`. */
export function createPathOf({ db }: { db: Db }): (folderId: number) => string {
  const select = db.prepare<[number], { path: string; relative_path: string }>(
    'SELECT r.path, f.relative_path FROM folders f JOIN roots r ON r.folder_id = f.root_id WHERE f.id = +?',
  )
  return (folderId) => {
    const row = select.get(folderId)
    if (!row) throw new AppError('folder-not-found', say('unknown.thing', { thing: 'folder', id: folderId }))
    return join(row.path, ...row.relative_path.split('/'))
  }
}
