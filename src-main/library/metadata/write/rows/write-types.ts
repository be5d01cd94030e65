import type { Text } from '../../../../contract/sentences/text.ts'
import type { FieldConflict, Adopted } from '../../plan/merge-work.ts'
import type { TargetKnowledge } from '../../plan/prepared.ts'
import type { Written } from '../../plan/work.ts'

export type { FormerVersion } from '../../plan/prepared.ts'

/** Where a photo's metadata are written: beside its file or into it. */
export type WriteTarget = 'sidecar' | 'file'

/** A photo whose work is to be written now. */
export type DueWrite = {
  photoId: number
  /** Which changes this is about; later ones have a higher number. */
  revision: number
  attempts: number
  /** What was written where metadata are no longer written goes from there. */
  isTakenBack: boolean
  rootId: number
  fileId: number
  folderId: number
  path: string
  /** How the file looked when it was last seen, so that no other one is written into. */
  fileKey: string | null
  bytes: number
  modifiedMs: number
}

/** What is known of a photo and a target, apart from the target's former contents. */
export type TargetState = Omit<TargetKnowledge, 'versions'>

/** How a target was before a write, and how it is after. */
export type NewVersion = {
  photoId: number
  target: WriteTarget
  beforeHash: string
  afterHash: string
  writtenBefore: Written
  writtenAfter: Written
  /** Leads from the content after to the one before; null where the target was not there. */
  patch: Uint8Array | null
}

/** A target that says what it is to say. */
export type FinishedTarget = {
  target: WriteTarget
  hash: string
  written: Written
  adopted: Adopted
  conflicts: readonly FieldConflict[]
  /** The oldest version that was put back: it and later ones are used up. */
  restoredId?: number
  /** How the photo's file is now, where that was written. */
  stats?: { bytes: number; modifiedMs: number; changedMs?: number | null; fileKey: string | null }
  /** The orientation that the photo's file says now, where that was written. */
  fileOrientation?: number
}

/** What was written of a photo; `isDone` is false where something of it is still to be written. */
export type FinishedWrite = {
  photoId: number
  revision: number
  fileId: number
  targets: readonly FinishedTarget[]
  isDone: boolean
}

/** Why a write did not succeed, in a sentence; `retryAtMs` is null where it is not tried again by itself. */
export type FailedWrite = { photoId: number; revision: number; failure: Text; retryAtMs: number | null }

export type WriteCounts = { pending: number; failed: number; conflicts: number }

/** A field that both the person and another program changed, until the person decides. */
export type Conflict = FieldConflict & { photoId: number; target: WriteTarget; foundMs: number }
