import { say } from '../../../../contract/sentences/say.ts'
import { AppError } from '../../../../contract/errors.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'

/**
 * Photos with the same turn. `said` is the orientation of their sidecars or files; `isRead` is false while that is
 * unknown.
 */
export type AlikeTurned = { orientation: number; said: number; isRead: boolean; ids: number[] }

type Row = { id: number; orientation: number; said: number; isRead: 0 | 1 }

const SELECT = `SELECT p.id, p.orientation, coalesce(m.data ->> '$.orientation', 1) AS said,
    p.needs_metadata = 0 OR p.file_orientation > 0 AS isRead
  FROM photos p LEFT JOIN metadata m ON m.photo_id = p.id WHERE p.id IN (SELECT value FROM json_each(?)) ORDER BY p.id`

/** Photos by orientation. Throws `photo-not-found` if one does not exist. */
export function readOrientations(db: Db, ids: readonly number[]): AlikeTurned[] {
  const groups = new Map<string, AlikeTurned>()
  const missing = new Set(ids)
  for (const { id, orientation, said, isRead } of db.prepare<[string], Row>(SELECT).iterate(JSON.stringify(ids))) {
    missing.delete(id)
    const key = [orientation, said, isRead].join(' ')
    const group = groups.get(key) ?? { orientation, said, isRead: isRead === 1, ids: [] }
    groups.set(key, group)
    group.ids.push(id)
  }
  const [unknown] = missing
  if (unknown !== undefined)
    throw new AppError('photo-not-found', say('unknown.unchanged', { thing: 'photo', id: unknown }))
  return [...groups.values()]
}
