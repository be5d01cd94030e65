import type { EngineChoice, RemoteState } from '../../contract/library/remote.ts'
import type { AnalysisEngine } from '../engine.ts'
import type { ConceptLookup } from './findings/name-tags.ts'

export type RemoteCredentials = { key: string; secret: string }

/**
 * An index on a service: photos saved since its last training, the ticket of a training under way, and when it was last
 * trained.
 */
export type RemoteIndexRecord = { changes: number; ticket: string | null; trainedMs: number | null }

/** Similar photos by an index of the service. */
export type RemoteIndex = {
  /** Analysed photos that it lacks: while there are any, this machine finds similar photos. */
  lacks(): number
  /** Nothing else is to be done: trains where enough changed, and follows the ticket. Never rejects. */
  tend(): Promise<void>
  /**
   * Contents like this photo's by rising distance, the photo's own included; null where the service cannot tell now.
   */
  find(
    path: string,
    options: { count: number; maxDistance?: number | undefined },
  ): Promise<{ contentHash: string; distance: number }[] | null>
}

/**
 * What the remote engine remembers between starts, so that nothing is sent or paid for twice. Times in milliseconds
 * since 1970.
 */
export type RemoteMemory = {
  /** Upload id of a photo's content on this service that is still good. */
  uploadOf(address: string, contentHash: string, nowMs: number): string | null
  keepUpload(address: string, contentHash: string, uploadId: string, expiresMs: number): void
  forgetUpload(address: string, contentHash: string): void
  /**
   * An answer that was paid for and is not with its photo yet, as the engine wrote it; a program that was killed finds
   * it here.
   */
  answerOf(contentHash: string, question: string): string | null
  /** Kept until an outcome with this content is saved. */
  keepAnswer(contentHash: string, question: string, answer: string): void
  /** How an index of the service stands. */
  indexAt(place: string): RemoteIndexRecord
  keepIndex(place: string, record: RemoteIndexRecord): void
  /** A content was saved in it, or taken out. */
  noteIndexed(place: string, contentHash: string): void
  noteRemoved(place: string, contentHash: string): void
  /** Contents in it that no photo of the library has any more. */
  staleEntries(place: string, limit: number): string[]
  /** True where it holds every photo that is analysed, so that a search in it leaves none out. */
  holdsAll(place: string): boolean
  /** How many analysed photos it lacks. */
  countOutside(place: string): number
  /** Analyses counted in a month, `2026-11`. Counted before they are asked for, given back where they were refused. */
  spent(month: string): number
  /** False where the budget does not allow so many more; otherwise they are counted, in one transaction. */
  spend(month: string, analyses: number, budget: number | null): boolean
  giveBack(month: string, analyses: number): void
}

/** Milliseconds. */
export type RemoteTiming = {
  /** Longest wait for one answer. */
  requestMs: number
  /** First pause before a request is tried again. */
  retryMs: number
  /** First and longest time that a service is left alone which does not answer. */
  firstBackOffMs: number
  longestBackOffMs: number
  /** How long after a 403 it is asked again, in case a quota began anew. */
  forbiddenMs: number
}

export type RemoteEngineOptions = {
  /** Decodes, makes thumbnails and hashes, and does what is not sent. */
  local: AnalysisEngine
  choice: EngineChoice
  credentials: RemoteCredentials | null
  memory: RemoteMemory
  log: {
    debug(message: string, details?: object): void
    info(message: string, details?: object): void
    warn(message: string, details?: object): void
    error(message: string, details?: object): void
  }
  now?: () => number
  /** What tags are called here; read when the first answer comes. */
  concepts?: () => ConceptLookup
  /** Name of this library's index on the service, for `similar`. */
  index?: string
  timing?: Partial<RemoteTiming>
  /** Called whenever `state()` changed; the pipeline goes on by itself after `ready`. */
  onState?: (state: RemoteState) => void
}

/**
 * An engine that sends some operations to a service. While it must wait (`postponed` in an outcome), steps stay pending
 * without an attempt being counted.
 */
export type RemoteEngine = AnalysisEngine & {
  state(): Omit<RemoteState, 'keptIn'>
  /** After the person changed something: asks again at once. */
  retry(credentials: RemoteCredentials | null): void
  /** Asks nothing more: photos under way end with what they have. */
  windDown(): void
  /** There where similar photos are the service's. */
  index: RemoteIndex | null
  /** Ends timers and connections, and leaves the local engine open for whoever comes next; `close` closes both. */
  release(): Promise<void>
}
