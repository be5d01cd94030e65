import type { Context } from '../../../catalog/context/context.ts'
import type { Written } from '../../plan/work.ts'
import { enqueueNow } from './enqueue-writes.ts'
import { dropKept, keepSidecars, listKept, postponeKept, type DueSidecar, type KeptSidecar } from './kept-sidecars.ts'
import { forgetLeft, listLeft, postponeLeft, type LeftSidecar } from './left-sidecars.ts'
import { isOfAnother, writtenForAnother } from './others-sidecars.ts'

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
  /** Beside the photo is a sidecar that Lumafold never wrote: the work on the photo is merged into it. */
  beginAgain(photoId: number): void
  /** It is kept no longer. */
  drop(sidecar: Pick<KeptSidecar, 'photoId' | 'form'>): void
  /** Tries again at a moment; with null, when the photo is in another place. */
  postponeKept(sidecar: KeptSidecar, dueMs: number | null): void
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
  beginAgain: (photoId) =>
    context.write(() => {
      context.db.prepare("DELETE FROM metadata_written WHERE photo_id = ? AND target = 'sidecar'").run(photoId)
      enqueueNow(context, [photoId])
    }),
  drop: (sidecar) => context.write(() => dropKept(context.db, sidecar)),
  postponeKept: (sidecar, dueMs) => context.write(() => postponeKept(context.db, sidecar, dueMs)),
})
