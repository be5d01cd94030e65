import type { FileMetadata } from '../read-metadata.ts'
import type { Evidence } from '../read-evidence.ts'
import type { Disclosure } from '../read-disclosures.ts'
import type { TagsOfFile } from '../read-tags.ts'
import type { Preparation, PrepareRequest } from '../plan/prepared.ts'

/** What is asked of one file. */
export type FileRequest =
  | { what: 'evidence'; path: string }
  /** Sidecars with these hashes are those of other photos. */
  | { what: 'metadata'; path: string; othersSidecars: readonly string[] }
  /** Everything the file says, for a person to read. */
  | { what: 'tags'; path: string }
  /** What a copy of the file would disclose. */
  | { what: 'disclosures'; path: string }
  /** What the person's work makes of a sidecar or of the file. */
  | { what: 'prepare'; path: string; request: PrepareRequest }

/** What a request gives; null where the file is not there, or has no such thing. */
export type FileAnswer =
  | FileMetadata
  | Evidence
  | TagsOfFile
  | { disclosures: Disclosure[] }
  | { preparation: Preparation }
  | null

/** From the library to the metadata process, which reads one batch of files at a time. */
export type ToMetadata =
  | { kind: 'read'; batch: number; requests: readonly FileRequest[] }
  /** Asks for a sign of life, which a process that hangs does not give. */
  | { kind: 'ping' }

/** From the metadata process to the library. */
export type FromMetadata = { kind: 'ready' } | ({ kind: 'progress' } & BatchProgress)

/** How far a batch is: sent when it is done, and in answer to each `ping`. */
export type BatchProgress = {
  /** The number of the batch: a sign of life that was asked for as one ended arrives during the next. */
  batch: number
  /** By the place of the request in its batch; those of the last message are not repeated. */
  answers: readonly (readonly [place: number, answer: FileAnswer])[]
  isDone: boolean
  /** Milliseconds of processor time since the last file was done, and the memory of the process in bytes. */
  cpuMs: number
  residentBytes: number
}
