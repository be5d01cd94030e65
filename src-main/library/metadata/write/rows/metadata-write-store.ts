import type { Text } from '../../../../contract/sentences/text.ts'
import { countWrites, findConflict, listConflicts, listFailures, settleConflict } from './conflicts.ts'
import { chooseNames, remainderOf, writingOf } from './chosen-writing.ts'
import { retryLeft, nextSidecarMs } from './left-sidecars.ts'
import { createSidecarPlaces, type SidecarPlaces } from './sidecar-places.ts'
import { enqueueRest, enqueueWrites, hasWork, retryWrites, NEVER_MS } from './enqueue-writes.ts'
import { failWrites, finishWrites, type FinishDependencies } from './finish-writes.ts'
import { readTargetState } from './target-state.ts'
import type {
  Conflict,
  DueWrite,
  FailedWrite,
  FinishedWrite,
  FormerVersion,
  NewVersion,
  TargetState,
  WriteCounts,
  WriteTarget,
} from './write-types.ts'
import { join } from 'node:path'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { createPathOf } from '../../../folders/rows/create-path-of.ts'
import type { Written } from '../../plan/work.ts'

/** The queue of photos whose metadata must be written, and what was written before. */
export type MetadataWriteStore = {
  /** Due photos whose file can be reached, without those of some roots. */
  due(nowMs: number, limit: number, heldRoots: readonly number[]): DueWrite[]
  /** When the next one is due; null if none is. */
  nextDueMs(nowMs: number, heldRoots: readonly number[]): number | null
  /** Notes some of the photos affected by a choice of where to write; false if none is left. */
  enqueueRest(limit: number): boolean
  enqueue(ids: readonly number[]): void
  /** Writes photos with named faces again; `enqueueRest` notes them. */
  chooseNames(): void
  /** Sidecars that did not move with their photos. */
  sidecars: SidecarPlaces
  /** Tries failed and waiting writes again at once. */
  retry(): void
  state(photoId: number, target: WriteTarget): TargetState
  /** Targets with content of Lumafold. */
  writtenTargets(photoId: number): WriteTarget[]
  /** Saves targets as they are before they are written; on the disk when it returns. */
  begin(versions: readonly NewVersion[]): void
  /** Former contents of a target, the newest first. */
  versions(photoId: number, target: WriteTarget): FormerVersion[]
  /** Saves that photos were written; returns those that adopted something from their files. */
  finish(writes: readonly FinishedWrite[]): number[]
  fail(writes: readonly FailedWrite[]): void
  counts(): WriteCounts
  /** Whether the person has worked on any photo. */
  hasWork(): boolean
  /** Photos whose last attempt failed, and why, in a sentence. */
  failures(limit: number): { photoId: number; reason: Text }[]
  conflicts(limit: number): Conflict[]
  conflict(photoId: number, field: string): Conflict | undefined
  /** Writes the person's value in spite of the other program's. */
  settle(conflict: Conflict): void
}

export const createMetadataWriteStore = (context: FinishDependencies): MetadataWriteStore => ({
  due: (nowMs, limit, heldRoots) => listDue(context.db, nowMs, limit, heldRoots),
  nextDueMs: (nowMs, heldRoots) => nextDueMs(context.db, nowMs, heldRoots),
  enqueueRest: (limit) => context.write(() => enqueueRest(context, limit)),
  enqueue: (ids) => context.write(() => enqueueWrites(context, ids)),
  chooseNames: () => context.write(() => chooseNames(context.db)),
  retry: () =>
    context.write(() => {
      retryWrites(context.db, context.now())
      retryLeft(context.db, context.now())
    }),
  sidecars: createSidecarPlaces(context),
  state: (photoId, target) => readTargetState(context.db, photoId, target),
  writtenTargets: (photoId) =>
    context.db
      .prepare<[number], WriteTarget>('SELECT target FROM metadata_written WHERE photo_id = ? ORDER BY target')
      .pluck()
      .all(photoId),
  begin: (versions) => context.writeDurably(() => addVersions(context.db, context.now(), versions)),
  versions: (photoId, target) => formerVersions(context.db, photoId, target),
  finish: (writes) => {
    const ids = context.write(() => finishWrites(context, writes))
    context.changed.photos(ids)
    return ids
  },
  fail: (writes) => context.write(() => failWrites(context, writes)),
  counts: () => countWrites(context.db),
  hasWork: () => hasWork(context.db),
  failures: (limit) => listFailures(context.db, limit),
  conflicts: (limit) => listConflicts(context.db, limit),
  conflict: (photoId, field) => findConflict(context.db, photoId, field),
  settle: (conflict) =>
    context.writeDurably(() => {
      settleConflict(context, conflict)
      enqueueWrites(context, [conflict.photoId])
    }),
})

type Row = Omit<DueWrite, 'path' | 'isTakenBack'> & { name: string; isTakenBack: number }

/** Maximum wait: anything due later was noted before the clock was set back. */
const MAX_WAIT_MS = 2 * 60 * 60 * 1000

const REACHABLE = `p.is_missing = 0 AND p.removed_ms IS NULL AND r.is_available = 1 AND r.removed_ms IS NULL`
/** A sidecar that a rename left behind comes first, the photo's own as well as another photo's at its place. */
const HAS_ITS_SIDECAR = `NOT EXISTS (SELECT 1 FROM left_sidecars l WHERE l.photo_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM left_sidecars l WHERE l.folder_id = f.folder_id AND l.name = f.name)`
const JOINED = `FROM metadata_writes w JOIN photos p ON p.id = w.photo_id JOIN files f ON f.photo_id = p.id AND f.is_main = 1
  JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id`

/** Due photos whose file can be reached, without those of some roots; the longest waiting first. */
function listDue(db: Db, nowMs: number, limit: number, heldRoots: readonly number[]): DueWrite[] {
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

/** While writing is off, only what was written is taken back. */
const isWanted = (db: Db): string => (writingOf(db) === 'off' ? 'w.is_taken_back = 1' : '1')

/** When the next write is due, without some roots; null if none waits for a time. */
function nextDueMs(db: Db, nowMs: number, heldRoots: readonly number[]): number | null {
  if (remainderOf(db) !== null) return 0
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

/** Maximum compressed size of the former contents of files; the oldest are deleted first. */
const MAX_BYTES = 512 * 1024 * 1024
const MAX_PER_TARGET = 50

/** Saves targets as they are before they are written. */
function addVersions(db: Db, nowMs: number, versions: readonly NewVersion[]): void {
  const insert = db.prepare(
    `INSERT INTO metadata_versions (photo_id, target, at_ms, before_hash, after_hash, written_before, written_after, patch, bytes)
     SELECT @photoId, @target, @nowMs, @beforeHash, @afterHash, @before, @after, @patch, @bytes
     WHERE EXISTS (SELECT 1 FROM photos WHERE id = @photoId)`,
  )
  const prune = db.prepare(
    `DELETE FROM metadata_versions WHERE photo_id = @photoId AND target = @target AND id <= (SELECT id FROM metadata_versions
       WHERE photo_id = @photoId AND target = @target ORDER BY id DESC LIMIT 1 OFFSET ${MAX_PER_TARGET})`,
  )
  for (const { writtenBefore, writtenAfter, ...version } of versions) {
    const [before, after] = [JSON.stringify(writtenBefore), JSON.stringify(writtenAfter)]
    insert.run({ ...version, nowMs, before, after, bytes: before.length + after.length + (version.patch?.length ?? 0) })
    prune.run({ photoId: version.photoId, target: version.target })
  }
  bound(db)
}

function bound(db: Db): void {
  const total = db.prepare<[], number>('SELECT bytes FROM metadata_versions_total').pluck()
  const oldest = db.prepare(
    'DELETE FROM metadata_versions WHERE id IN (SELECT id FROM metadata_versions ORDER BY id LIMIT 100)',
  )
  while (total.get()! > MAX_BYTES && oldest.run().changes > 0);
}

type VersionRow = { id: number; before_hash: string; after_hash: string; written_before: string; patch: Buffer | null }

/** Former contents of a target, the newest first; they form a chain as long as no other program wrote. */
function formerVersions(db: Db, photoId: number, target: WriteTarget): FormerVersion[] {
  return db
    .prepare<[number, string], VersionRow>(
      `SELECT id, before_hash, after_hash, written_before, patch FROM metadata_versions
       WHERE photo_id = ? AND target = ? ORDER BY id DESC`,
    )
    .all(photoId, target)
    .map((row) => ({
      id: row.id,
      beforeHash: row.before_hash,
      afterHash: row.after_hash,
      written: JSON.parse(row.written_before) as Written,
      patch: row.patch,
    }))
}
