import type { Db } from '../../../../base/sqlite/connect.ts'
import { COLUMNS, type KeptFace } from './kept-face.ts'

/** A face without a person or a suggestion, and its group. */
export type NamelessRow = { groupId: number; photoId: number; id: number }
/** A face with a suggestion. */
export type AskedRow = { id: number; photoId: number; suggestedId: number; likeness: number }

const NAMELESS = 'person_id = 0 AND suggested_id = 0 AND group_id > 0'
const ASKED = 'person_id = 0 AND suggested_id > 0'

/**
 * Indexes for reading the window's lists without the vectors, which fill the table. Older files lack them; they are
 * added then.
 */
export const listIndexes = `
CREATE INDEX IF NOT EXISTS faces_nameless ON faces (group_id, photo_id, side) WHERE ${NAMELESS};
CREATE INDEX IF NOT EXISTS faces_asked ON faces (likeness DESC, id, photo_id, suggested_id) WHERE ${ASKED};
`

/** Faces without a name by group and photo, after this one. */
export const namelessAfter = (db: Db, { groupId, photoId, id }: NamelessRow, limit: number): NamelessRow[] =>
  db
    .prepare<[number, number, number, number], NamelessRow>(
      `SELECT group_id AS groupId, photo_id AS photoId, id FROM faces INDEXED BY faces_nameless
       WHERE ${NAMELESS} AND (group_id, photo_id, id) > (?, ?, ?) ORDER BY group_id, photo_id, id LIMIT ?`,
    )
    .all(groupId, photoId, id, limit)

/** Faces with a suggestion, the likeliest first, after this one. */
export const askedAfter = (db: Db, { likeness, id }: Pick<AskedRow, 'likeness' | 'id'>, limit: number): AskedRow[] =>
  db
    .prepare<{ likeness: number; id: number; limit: number }, AskedRow>(
      `SELECT id, photo_id AS photoId, suggested_id AS suggestedId, likeness FROM faces INDEXED BY faces_asked
       WHERE ${ASKED} AND likeness <= @likeness AND (likeness < @likeness OR id > @id)
       ORDER BY likeness DESC, id LIMIT @limit`,
    )
    .all({ likeness, id, limit })

/** At most `limit` faces of a group without a name, the largest first. */
export function namelessOf(db: Db, groupId: number, limit: number): KeptFace[] {
  const ids = db
    .prepare<[number, number], number>(
      `SELECT id FROM faces INDEXED BY faces_nameless WHERE ${NAMELESS} AND group_id = ?
       ORDER BY side DESC, id LIMIT ?`,
    )
    .pluck()
    .all(groupId, limit)
  return facesById(db, ids)
}

/** Faces by their ids, in that order; missing ones are left out. */
export const facesById = (db: Db, ids: readonly number[]): KeptFace[] =>
  db
    .prepare<[string], KeptFace>(
      `SELECT ${COLUMNS} FROM (SELECT key AS place, value AS wanted FROM json_each(?)) j
       JOIN faces ON faces.id = j.wanted
       ORDER BY j.place`,
    )
    .all(JSON.stringify(ids))
