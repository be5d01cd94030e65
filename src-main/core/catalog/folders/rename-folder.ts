import type { Context } from '../context/context.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { ensureFolder } from './add-folders.ts'
import { pathRange, withinPath } from './find-folders.ts'

type Row = { rootId: number; relativePath: string }

/**
 * The same folder under another path of its root, with all that lies below: one statement, however many photos it
 * holds. Nothing may be recorded at the new path yet.
 */
export function renameFolder(context: Context, id: number, relativePath: string): void {
  const { db, write, changed } = context
  write(() => {
    const row = db
      .prepare<[number], Row>('SELECT root_id AS rootId, relative_path AS relativePath FROM folders WHERE id = ?')
      .get(id)
    if (row === undefined) return
    const cut = relativePath.lastIndexOf('/')
    const parentId = ensureFolder(context, row.rootId, cut < 0 ? '' : relativePath.slice(0, cut))
    movePaths(db, row, relativePath)
    nameFolder(db, id, relativePath.slice(cut + 1))
    db.prepare('UPDATE folders SET parent_id = ? WHERE id = ?').run(parentId, id)
  })
  changed.text()
}

function movePaths(db: Db, { rootId, relativePath }: Row, to: string): void {
  db.prepare(
    `UPDATE folders SET relative_path = @to || substr(relative_path, length(@path) + 1)
     WHERE root_id = @rootId AND ${withinPath('relative_path')}`,
  ).run({ rootId, to, ...pathRange(relativePath) })
}

/** A folder's name, and the words by which it is found. */
export function nameFolder(db: Db, id: number, name: string): void {
  db.prepare('UPDATE folders SET name = ? WHERE id = ?').run(name, id)
  db.prepare('UPDATE folder_text SET name = ? WHERE rowid = ?').run(name, id)
}

/** Remembers how the system numbers folders, so that they are known again under another name. */
export function setFolderKeys({ db, write }: Context, keys: readonly { id: number; key: string }[]): void {
  const update = db.prepare('UPDATE folders SET folder_key = @key WHERE id = @id')
  write(() => keys.forEach((each) => update.run(each)))
}
