import type { FocusArea } from '../../../contract/library/photo.ts'
import type { FileMetadata } from '../read-metadata.ts'
import type { Evidence } from '../read-evidence.ts'
import type { Disclosure } from '../read-disclosures.ts'
import type { TagsOfFile } from '../read-tags.ts'
import type { Preparation, PrepareRequest } from '../plan/prepared.ts'

/** A request about one file. */
export type FileRequest =
  | { what: 'evidence'; path: string }
  /** Sidecars with these hashes belong to other photos. */
  | { what: 'metadata'; path: string; othersSidecars: readonly string[] }
  /** All tags of the file, for a person to read. */
  | { what: 'tags'; path: string }
  /** Where the camera focused. */
  | { what: 'focus'; path: string }
  /** What a copy of the file would disclose. */
  | { what: 'disclosures'; path: string }
  /** The person's work merged into a sidecar or the file. */
  | { what: 'prepare'; path: string; request: PrepareRequest }

/** The answer to a request; null if the file is missing, or has no such thing. */
export type FileAnswer =
  | FileMetadata
  | Evidence
  | TagsOfFile
  | { disclosures: Disclosure[] }
  | { focus: FocusArea[] }
  | { preparation: Preparation }
  | null

/** From the library to the metadata process, which reads one batch of files at a time. */
export type ToMetadata =
  | { kind: 'read'; batch: number; requests: readonly FileRequest[] }
  /** Asks for a sign of life, which a hanging process does not give. */
  | { kind: 'ping' }

/** From the metadata process to the library. */
export type FromMetadata = { kind: 'ready' } | ({ kind: 'progress' } & BatchProgress)

/** Progress of a batch: sent when it is done, and in answer to each `ping`. */
export type BatchProgress = {
  /** The number of the batch: a sign of life requested at the end of one arrives during the next. */
  batch: number
  /** By the position of the request in its batch; those of the previous message are not repeated. */
  answers: readonly (readonly [place: number, answer: FileAnswer])[]
  isDone: boolean
  /** Milliseconds of processor time since the last finished file, and the memory of the process in bytes. */
  cpuMs: number
  residentBytes: number
}
