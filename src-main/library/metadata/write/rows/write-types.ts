import type { Text } from '../../../../contract/sentences/text.ts'
import type { FieldConflict, Adopted } from '../../plan/merge-work.ts'
import type { TargetKnowledge } from '../../plan/prepared.ts'
import type { Written } from '../../plan/work.ts'

export type { FormerVersion } from '../../plan/prepared.ts'

/** Where a photo's metadata is written: beside its file or into it. */
export type WriteTarget = 'sidecar' | 'file'

/** A photo whose work must be written now. */
export type DueWrite = {
  photoId: number
  /** The last change that this covers; later ones have a higher number. */
  revision: number
  attempts: number
  /** Removes what was written where metadata is no longer written. */
  isTakenBack: boolean
  rootId: number
  fileId: number
  folderId: number
  path: string
  /** The file as last seen, so that no other file is written. */
  fileKey: string | null
  bytes: number
  modifiedMs: number
}

/** The known state of a photo and a target, without the target's former contents. */
export type TargetState = Omit<TargetKnowledge, 'versions'>

/** A target before and after a write. */
export type NewVersion = {
  photoId: number
  target: WriteTarget
  beforeHash: string
  afterHash: string
  writtenBefore: Written
  writtenAfter: Written
  /** A patch from the new content to the old; null if the target did not exist. */
  patch: Uint8Array | null
}

/** A target that already has its wanted content. */
export type FinishedTarget = {
  target: WriteTarget
  hash: string
  written: Written
  adopted: Adopted
  conflicts: readonly FieldConflict[]
  /** The oldest version that was restored: it and later ones are used up. */
  restoredId?: number
  /** The photo's file now, if it was written. */
  stats?: { bytes: number; modifiedMs: number; changedMs?: number | null; fileKey: string | null }
  /** The orientation in the photo's file now, if it was written. */
  fileOrientation?: number
}

/** The result for a photo; `isDone` is false if something is still to be written. */
export type FinishedWrite = {
  photoId: number
  revision: number
  fileId: number
  targets: readonly FinishedTarget[]
  isDone: boolean
}

/** Why a write failed, in a sentence; `retryAtMs` is null if it is not tried again automatically. */
export type FailedWrite = { photoId: number; revision: number; failure: Text; retryAtMs: number | null }

export type WriteCounts = { pending: number; failed: number; conflicts: number }

/** A field that both the person and another program changed, until the person decides. */
export type Conflict = FieldConflict & { photoId: number; target: WriteTarget; foundMs: number }
