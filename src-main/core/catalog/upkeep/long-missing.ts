import type { Db } from '../../../sqlite/connect.ts'
import { hasWork } from '../photos/has-work.ts'

type Row = { fileId: number; photoId: number }

/** Files that one step looks at: some milliseconds. */
const RANGE = 5000

/**
 * Photos whose file is gone since before a time, from a folder that is there, and to which nobody did anything: at most
 * `limit`, of some files after a file. `next` is the file after which the next step begins, null at the end.
 */
export function listLongMissing(
  db: Db,
  beforeMs: number,
  { after, limit }: { after: number; limit: number },
): { ids: number[]; next: number | null } {
  const rows = db
    .prepare<[object], Row>(
      `SELECT f.id AS fileId, f.photo_id AS photoId FROM files f NOT INDEXED JOIN photos p ON p.id = f.photo_id
         JOIN roots r ON r.folder_id = p.root_id
       WHERE f.id > @after AND f.id <= @after + ${RANGE} AND f.is_missing = 1 AND f.missing_ms < @beforeMs
         AND p.is_missing = 1 AND p.removed_ms IS NULL AND r.is_available = 1 AND r.removed_ms IS NULL
         AND NOT EXISTS (SELECT 1 FROM files o
           WHERE o.photo_id = p.id AND (o.is_missing = 0 OR o.missing_ms >= @beforeMs))
       ORDER BY f.id LIMIT @limit`,
    )
    .all({ beforeMs, after, limit })
  const ids = [...new Set(rows.map(({ photoId }) => photoId))].filter((id) => !hasWork(db, id))
  if (rows.length === limit) return { ids, next: rows.at(-1)!.fileId }
  return { ids, next: after + RANGE < highestFile(db) ? after + RANGE : null }
}

const highestFile = (db: Db): number =>
  db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM files').pluck().get() ?? 0
