import type { Context } from '../../../catalog/context/context.ts'
import type { Written } from '../../plan/work.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { enqueueNow, NEVER_MS } from './enqueue-writes.ts'
import { dropKept, keepSidecars, listKept, postponeKept, type DueSidecar, type KeptSidecar } from './kept-sidecars.ts'
import { forgetLeft, listLeft, postponeLeft, type LeftSidecar } from './left-sidecars.ts'
import { isOfAnother, writtenForAnother } from './others-sidecars.ts'
import { ownHashesOf } from './written-hashes.ts'

export type { DueSidecar, KeptSidecar, SidecarForm } from './kept-sidecars.ts'
export type { LeftSidecar } from './left-sidecars.ts'

/** Places that may have sidecars of photos that moved away, and sidecars that must be put beside them again. */
export type SidecarPlaces = {
  /** Places to check now that can be reached, without some roots. */
  left(nowMs: number, limit: number, heldRoots: readonly number[]): LeftSidecar[]
  forget(left: LeftSidecar): void
  /** Whether a sidecar with this content at that place is one that Lumafold wrote for another photo. */
  isOfAnother(left: LeftSidecar, hash: string): boolean
  /** What Lumafold wrote last into a sidecar of another photo with this content; null if it wrote it for this photo. */
  writtenForAnother(photoId: number, hash: string): Written | null
  postpone(left: LeftSidecar, dueMs: number): void
  /** Keeps contents of sidecars until they are beside their photos, due at a moment; on the disk when it returns. */
  keep(sidecars: readonly KeptSidecar[], dueMs: number): void
  /** Those whose photos can be reached, without some roots. */
  kept(nowMs: number, limit: number, heldRoots: readonly number[]): DueSidecar[]
  /** A sidecar is beside its photo: the work on the photo is compared with it. */
  placed(sidecar: KeptSidecar): void
  /**
   * Beside the photo is another sidecar. Lumafold's own is kept until the photo is in another place, and the work on the
   * photo is merged into the other one, into which nothing of it was written; a copy of another program's is dropped.
   */
  setAside(sidecar: KeptSidecar): void
  /** Tries again at a moment. */
  postponeKept(sidecar: KeptSidecar, dueMs: number): void
}

export const createSidecarPlaces = (context: Context): SidecarPlaces => ({
  left: (nowMs, limit, heldRoots) => listLeft(context.db, nowMs, limit, heldRoots),
  forget: (left) => context.write(() => forgetLeft(context.db, left)),
  isOfAnother: (left, hash) => isOfAnother(context.db, left, hash),
  writtenForAnother: (photoId, hash) => writtenForAnother(context.db, photoId, hash),
  postpone: (left, dueMs) => context.write(() => postponeLeft(context.db, left, dueMs)),
  keep: (sidecars, dueMs) => context.writeDurably(() => keepSidecars(context.db, sidecars, dueMs)),
  kept: (nowMs, limit, heldRoots) => listKept(context.db, nowMs, limit, heldRoots),
  placed: (sidecar) =>
    context.write(() => {
      dropKept(context.db, sidecar)
      enqueueNow(context, [sidecar.photoId])
    }),
  setAside: (sidecar) =>
    context.write(() => {
      if (!isOwn(context.db, sidecar)) return dropKept(context.db, sidecar)
      postponeKept(context.db, sidecar, NEVER_MS)
      context.db.prepare("DELETE FROM metadata_written WHERE photo_id = ? AND target = 'sidecar'").run(sidecar.photoId)
      enqueueNow(context, [sidecar.photoId])
    }),
  postponeKept: (sidecar, dueMs) => context.write(() => postponeKept(context.db, sidecar, dueMs)),
})

const isOwn = (db: Db, { photoId, hash }: KeptSidecar): boolean =>
  db.prepare<[object], string>(ownHashesOf('@photoId')).pluck().all({ photoId }).includes(hash)
