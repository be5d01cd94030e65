import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Context } from '../context/context.ts'
import { nameOfPath, refuseOverlap } from './add-folders.ts'
import { nameFolder } from './rename-folder.ts'
import type { RootRow } from './root-row.ts'

/** The same watched folder at another path: one row, whatever it holds. Throws `folder-overlaps`. */
export function relocateRoot(context: Context, roots: readonly RootRow[], id: number, path: string): RootRow {
  const { db, write, changed } = context
  const root = roots.find((each) => each.id === id)
  if (root === undefined) throw new AppError('folder-not-found', say('unknown.thing', { thing: 'watchedFolder', id }))
  refuseOverlap(
    roots.filter((each) => each.id !== id),
    path,
  )
  refuseRemoved(db, path)
  write(() => {
    db.prepare("UPDATE roots SET path = ?, volume = '', inode = '' WHERE folder_id = ?").run(path, id)
    nameFolder(db, id, nameOfPath(path))
  })
  changed.text()
  return { ...root, path, volume: '', inode: '' }
}

/** What the person removed from there can be put back while it is kept. */
function refuseRemoved(db: Context['db'], path: string): void {
  if (db.prepare<[string]>('SELECT 1 FROM roots WHERE path = ? AND removed_ms IS NOT NULL').get(path) === undefined)
    return
  throw new AppError('folder-overlaps', say('errors.folderKept', { path }))
}
