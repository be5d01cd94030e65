import type { Db } from '../../../sqlite/connect.ts'
import { hasWork } from '../photos/has-work.ts'

/**
 * Photos whose file is gone since before a time, from a folder that is there, and to which nobody did anything: at most
 * `limit` above an id.
 */
export function listLongMissing(db: Db, beforeMs: number, { after, limit }: { after: number; limit: number }) {
  const candidates = db
    .prepare<[object], number>(
      `SELECT DISTINCT f.photo_id FROM files f JOIN photos p ON p.id = f.photo_id
         JOIN roots r ON r.folder_id = p.root_id
       WHERE f.is_missing = 1 AND f.missing_ms < @beforeMs AND p.is_missing = 1 AND p.removed_ms IS NULL
         AND r.is_available = 1 AND r.removed_ms IS NULL AND p.id > @after
         AND NOT EXISTS (SELECT 1 FROM files o
           WHERE o.photo_id = p.id AND (o.is_missing = 0 OR o.missing_ms >= @beforeMs))
       ORDER BY p.id LIMIT @limit`,
    )
    .pluck()
    .all({ beforeMs, after, limit })
  return { ids: candidates.filter((id) => !hasWork(db, id)), next: candidates.at(-1) ?? null }
}
