import { join } from 'node:path'
import type { Db } from '../../../sqlite/connect.ts'
import { createPathOf } from '../folders/path-of.ts'
import { NEVER_MS } from './enqueue-writes.ts'
import type { DueWrite } from './write-types.ts'

type Row = Omit<DueWrite, 'path'> & { name: string }

const REACHABLE = `p.is_missing = 0 AND p.removed_ms IS NULL AND r.is_available = 1 AND r.removed_ms IS NULL`
const JOINED = `FROM metadata_writes w JOIN photos p ON p.id = w.photo_id JOIN files f ON f.photo_id = p.id AND f.is_main = 1
  JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id`

/** Photos whose turn has come and whose file can be reached, without those of some roots; the longest waiting first. */
export function listDue(db: Db, nowMs: number, limit: number, heldRoots: readonly number[]): DueWrite[] {
  const pathOf = createPathOf({ db })
  return db
    .prepare<[object], Row>(
      `SELECT w.photo_id AS photoId, w.revision, w.attempts, d.root_id AS rootId, f.id AS fileId, f.folder_id AS folderId, f.name
       ${JOINED} WHERE w.due_ms <= @nowMs AND ${REACHABLE} AND d.root_id NOT IN (SELECT value FROM json_each(@held))
       ORDER BY w.due_ms, w.photo_id LIMIT @limit`,
    )
    .all({ nowMs, limit, held: JSON.stringify(heldRoots) })
    .map(({ name, ...row }) => ({ ...row, path: join(pathOf(row.folderId), name) }))
}

/** When the next write is due, those of some roots left out; null where none waits for a time. */
export const nextDueMs = (db: Db, heldRoots: readonly number[]): number | null =>
  db
    .prepare<[object], number>(
      `SELECT w.due_ms ${JOINED} WHERE w.due_ms < @never AND ${REACHABLE}
         AND d.root_id NOT IN (SELECT value FROM json_each(@held)) ORDER BY w.due_ms LIMIT 1`,
    )
    .pluck()
    .get({ never: NEVER_MS, held: JSON.stringify(heldRoots) }) ?? null
