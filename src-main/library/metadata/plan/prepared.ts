import type { Text } from '../../../contract/sentences/text.ts'
import type { FieldConflict, WorkMerge } from './merge-work.ts'
import type { SidecarNaming } from './choose-sidecar.ts'
import type { Base, PersonWork, Written } from './work.ts'

/** A former content of a target: a patch back to it from the content with `afterHash`; null if there was none. */
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
  /** Hash of the content that `written` refers to. */
  hash: string
  /** Writes that were begun and perhaps finished: what counts as written if the target has such a content. */
  begun: readonly { hash: string; written: Written }[]
  /** Fields that wait for the person's decision. */
  disputed: readonly FieldConflict['field'][]
  /** Former contents, the newest first. */
  versions: readonly FormerVersion[]
}

/** A write beside a photo. With `isOnlyPresent` a photo without a sidecar gets none. */
export type SidecarRequest = TargetKnowledge & {
  target: 'sidecar'
  photo: string
  naming: SidecarNaming
  isOnlyPresent: boolean
}

/** A write into a photo's file; the new file is created at `temporary`, beside it. */
export type FileRequest = TargetKnowledge & { target: 'file'; photo: string; temporary: string }

export type PrepareRequest = SidecarRequest | FileRequest

/** A target's next content: `bytes`, or the file `temporary`, or nothing if the hash is empty. */
export type NextContent = {
  hash: string
  bytes: Uint8Array | null
  temporary: string | null
  /** A patch back to the present content; null if there is none, or if a former one is restored. */
  patch: Uint8Array | null
  /** The oldest version that is restored. */
  restoredId?: number
}

/** A target and its next content; `next` is null if it stays. The hash is empty if nothing is there. */
export type Prepared = WorkMerge & {
  path: string
  beforeHash: string
  writtenBefore: Written
  next: NextContent | null
  /** The EXIF orientation to write into a photo's file, if it changes. */
  fileOrientation?: number
}

/** Why nothing can be written, in a sentence. */
export type Refusal = { refusal: Text }

/** The system's error instead. */
export type SystemRefusal = { code: string | undefined; message: string }

/** The result of a request; null if there is nothing to write into. */
export type Preparation = Prepared | Refusal | { error: SystemRefusal } | null
