import type { Text } from '../../../contract/sentences/text.ts'
import type { FieldConflict, WorkMerge } from './merge-work.ts'
import type { SidecarNaming } from './choose-sidecar.ts'
import type { Base, PersonWork, Written } from './work.ts'

/** A former content of a target: what leads back to it from the content with `afterHash`; null where none was there. */
export type FormerVersion = {
  id: number
  beforeHash: string
  afterHash: string
  written: Written
  patch: Uint8Array | null
}

/** What is known of a photo and a target before the target is read. */
export type TargetKnowledge = {
  work: PersonWork
  base: Base
  written: Written
  /** Hash of the content with which `written` goes. */
  hash: string
  /** Writes that were begun and perhaps done: what counts as written where the target has such a content. */
  begun: readonly { hash: string; written: Written }[]
  /** Fields that wait for the person's decision. */
  disputed: readonly FieldConflict['field'][]
  /** Former contents, the newest first. */
  versions: readonly FormerVersion[]
}

/** What is to be written beside a photo. With `isOnlyPresent` a photo without a sidecar is left without. */
export type SidecarRequest = TargetKnowledge & {
  target: 'sidecar'
  photo: string
  naming: SidecarNaming
  isOnlyPresent: boolean
}

/** What is to be written into a photo's file; the new one is made at `temporary`, beside it. */
export type FileRequest = TargetKnowledge & { target: 'file'; photo: string; temporary: string }

export type PrepareRequest = SidecarRequest | FileRequest

/** What a target is to hold: `bytes`, or the file `temporary`, or nothing any more where the hash is empty. */
export type NextContent = {
  hash: string
  bytes: Uint8Array | null
  temporary: string | null
  /** Leads back to the present content; null where there is none, or a former one is put back. */
  patch: Uint8Array | null
  /** The oldest version that is put back. */
  restoredId?: number
}

/** A target as it is and as it is to be; `next` is null where it stays. The hash is empty where nothing is there. */
export type Prepared = WorkMerge & {
  path: string
  beforeHash: string
  writtenBefore: Written
  next: NextContent | null
  /** The orientation that a photo's file is to say by EXIF, where that changes. */
  fileOrientation?: number
}

/** Why nothing can be written, in a sentence. */
export type Refusal = { refusal: Text }

/** What the system said instead. */
export type SystemRefusal = { code: string | undefined; message: string }

/** What became of a request; null where there is nothing to write into. */
export type Preparation = Prepared | Refusal | { error: SystemRefusal } | null
