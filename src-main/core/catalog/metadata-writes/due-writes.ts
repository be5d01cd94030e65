import { join } from 'node:path'
import type { Db } from '../../../sqlite/connect.ts'
import { createPathOf } from '../folders/path-of.ts'
import { restOf, writingOf } from './chosen-writing.ts'
import { NEVER_MS } from './enqueue-writes.ts'
import { nextSidecarMs } from './left-sidecars.ts'
import type { DueWrite } from './write-types.ts'

type Row = Omit<DueWrite, 'path' | 'isTakenBack'> & { name: string; isTakenBack: number }

/** Nothing waits longer: what is to be written later than that was noted before the clock was set back. */
const MAX_WAIT_MS = 2 * 60 * 60 * 1000

const REACHABLE = `p.is_missing = 0 AND p.removed_ms IS NULL AND r.is_available = 1 AND r.removed_ms IS NULL`
/** A sidecar that a rename left behind comes first, its own as well as that of another photo at its place. */
const HAS_ITS_SIDECAR = `NOT EXISTS (SELECT 1 FROM left_sidecars l WHERE l.photo_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM left_sidecars l WHERE l.folder_id = f.folder_id AND l.name = f.name)`
const JOINED = `FROM metadata_writes w JOIN photos p ON p.id = w.photo_id JOIN files f ON f.photo_id = p.id AND f.is_main = 1
  JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id`

/** Photos whose turn has come and whose file can be reached, without those of some roots; the longest waiting first. */
export function listDue(db: Db, nowMs: number, limit: number, heldRoots: readonly number[]): DueWrite[] {
  const pathOf = createPathOf({ db })
  return db
    .prepare<[object], Row>(
      `SELECT w.photo_id AS photoId, w.revision, w.attempts, w.is_taken_back AS isTakenBack,
         d.root_id AS rootId, f.id AS fileId, f.folder_id AS folderId, f.name,
         f.file_key AS fileKey, f.bytes, f.modified_ms AS modifiedMs
       ${JOINED} WHERE (w.due_ms <= @nowMs OR w.due_ms > @latestMs AND w.due_ms < @never) AND ${isWanted(db)}
         AND ${REACHABLE} AND ${HAS_ITS_SIDECAR} AND d.root_id NOT IN (SELECT value FROM json_each(@held))
       ORDER BY w.due_ms, w.photo_id LIMIT @limit`,
    )
    .all({ nowMs, latestMs: nowMs + MAX_WAIT_MS, never: NEVER_MS, limit, held: JSON.stringify(heldRoots) })
    .map(({ name, isTakenBack, ...row }) => ({
      ...row,
      isTakenBack: isTakenBack === 1,
      path: join(pathOf(row.folderId), name),
    }))
}

/** While metadata are written nowhere, only what was written is taken back. */
const isWanted = (db: Db): string => (writingOf(db) === 'off' ? 'w.is_taken_back = 1' : '1')

/** When the next write is due, those of some roots left out; null where none waits for a time. */
export function nextDueMs(db: Db, nowMs: number, heldRoots: readonly number[]): number | null {
  if (restOf(db) !== null) return 0
  const due = db
    .prepare<[object], number>(
      `SELECT w.due_ms ${JOINED} WHERE w.due_ms < @never AND ${isWanted(db)} AND ${REACHABLE} AND ${HAS_ITS_SIDECAR}
         AND d.root_id NOT IN (SELECT value FROM json_each(@held)) ORDER BY w.due_ms LIMIT 1`,
    )
    .pluck()
    .get({ never: NEVER_MS, held: JSON.stringify(heldRoots) })
  const first = Math.min(due ?? Infinity, nextSidecarMs(db, heldRoots) ?? Infinity)
  if (first === Infinity) return null
  return first <= nowMs + MAX_WAIT_MS ? first : nowMs
}
