import type { ShotTime } from '../../../contract/library/date-change.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** When a photo was taken, as it counts and as its file says it, and whether it has a position. */
export type TimedPhoto = {
  id: number
  name: string
  /** Null without a date. */
  time: ShotTime | null
  inFile: ShotTime | null
  isLocated: boolean
}

type Row = {
  id: number
  name: string
  takenAt: string | null
  offset: string | null
  fileTime: string | null
  fileOffset: string | null
  isLocated: number
}

const SELECT = `SELECT p.id, f.name, p.taken_at AS takenAt,
    CASE WHEN p.is_dated THEN nullif(p.given_offset, '') ELSE m.data ->> '$.offset' END AS offset,
    CASE WHEN unixepoch(substr(m.data ->> '$.takenAt', 1, 19)) IS NOT NULL
      THEN substr(m.data ->> '$.takenAt', 1, 19) END AS fileTime,
    m.data ->> '$.offset' AS fileOffset, p.latitude IS NOT NULL AS isLocated
  FROM json_each(?) j CROSS JOIN photos p ON p.id = j.value
    JOIN files f ON f.photo_id = p.id AND f.is_main = 1 LEFT JOIN metadata m ON m.photo_id = p.id ORDER BY p.id`

/** The times of photos by rising ids; unknown ids are left out. */
export const readTimes = (db: Db, ids: readonly number[]): TimedPhoto[] =>
  db
    .prepare<[string], Row>(SELECT)
    .all(JSON.stringify(ids))
    .map((row) => ({
      id: row.id,
      name: row.name,
      time: row.takenAt === null ? null : { takenAt: row.takenAt.slice(0, 19), offset: row.offset },
      inFile: row.fileTime === null ? null : { takenAt: row.fileTime, offset: row.fileOffset },
      isLocated: row.isLocated === 1,
    }))
