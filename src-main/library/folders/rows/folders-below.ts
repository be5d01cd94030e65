import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** The folders themselves and all folders below them. */
export function foldersBelow(db: Db, ids: readonly number[]): Set<number> {
  if (ids.length === 0) return new Set()
  const select = db
    .prepare<[string], number>(
      `WITH RECURSIVE below(id) AS (SELECT value FROM json_each(?) UNION SELECT f.id FROM folders f JOIN below b ON f.parent_id = b.id) SELECT id FROM below`,
    )
    .pluck()
  return new Set(select.all(JSON.stringify(ids)))
}

/** The same for one folder that a filter names; throws `bad-params` for an unknown folder. */
export function folderAndBelow(db: Db, id: number): Set<number> {
  const exists = db.prepare<[number]>('SELECT 1 FROM folders WHERE id = ?').get(id)
  if (!exists) throw new AppError('bad-params', say('unknown.thing', { thing: 'folder', id }))
  return foldersBelow(db, [id])
}
