import { countWrites, findConflict, listConflicts, listFailures, settleConflict } from './conflicts.ts'
import { chooseNames } from './chosen-writing.ts'
import { listDue, nextDueMs } from './due-writes.ts'
import { retryLeft } from './left-sidecars.ts'
import { createSidecarPlaces, type SidecarPlaces } from './sidecar-places.ts'
import { enqueueRest, enqueueWrites, hasWork, retryWrites } from './enqueue-writes.ts'
import { failWrites, finishWrites, type FinishDependencies } from './finish-writes.ts'
import { readTargetState } from './target-state.ts'
import { addVersions, formerVersions } from './versions.ts'
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

/** The queue of photos whose metadata are to be written, and what was written before. */
export type MetadataWriteStore = {
  /** Photos whose turn has come and whose file can be reached, without those of some roots. */
  due(nowMs: number, limit: number, heldRoots: readonly number[]): DueWrite[]
  /** When the next one is due; null where none is. */
  nextDueMs(nowMs: number, heldRoots: readonly number[]): number | null
  /** Notes some of the photos that a choice of where to write is about; false where none is left. */
  enqueueRest(limit: number): boolean
  enqueue(ids: readonly number[]): void
  /** Photos with named faces are to be written again; they are noted by `enqueueRest`. */
  chooseNames(): void
  /** Sidecars that did not move with their photos. */
  sidecars: SidecarPlaces
  /** Tries again at once what failed or waits. */
  retry(): void
  state(photoId: number, target: WriteTarget): TargetState
  /** Targets that hold something of Lumafold's. */
  writtenTargets(photoId: number): WriteTarget[]
  /** Keeps how targets are before they are written; on the disk when it returns. */
  begin(versions: readonly NewVersion[]): void
  /** Former contents of a target, the newest first. */
  versions(photoId: number, target: WriteTarget): FormerVersion[]
  /** Keeps that photos were written; returns those that took something over from their files. */
  finish(writes: readonly FinishedWrite[]): number[]
  fail(writes: readonly FailedWrite[]): void
  counts(): WriteCounts
  /** Whether the person has worked on any photo. */
  hasWork(): boolean
  /** Photos whose last attempt failed, and why, in a sentence. */
  failures(limit: number): { photoId: number; reason: string }[]
  conflicts(limit: number): Conflict[]
  conflict(photoId: number, field: string): Conflict | undefined
  /** The person's value is to be written in spite of the other program's. */
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
