import type { EngineChoice, RemoteState } from '../../contract/library/remote.ts'
import type { AnalysisEngine } from '../engine.ts'

export type RemoteCredentials = { key: string; secret: string }

/** What the remote engine remembers between starts, so that nothing is sent or paid for twice. Times in milliseconds since 1970. */
export type RemoteMemory = {
  /** Upload id of a photo's content on this service that is still good. */
  uploadOf(address: string, contentHash: string, nowMs: number): string | null
  keepUpload(address: string, contentHash: string, uploadId: string, expiresMs: number): void
  forgetUpload(address: string, contentHash: string): void
  /** Analyses counted in a month, `2026-11`. Counted before they are asked for, given back where they were refused. */
  spent(month: string): number
  /** False where the budget does not allow so many more; otherwise they are counted, in one transaction. */
  spend(month: string, analyses: number, budget: number | null): boolean
  giveBack(month: string, analyses: number): void
}

export type RemoteEngineOptions = {
  /** Decodes, makes thumbnails and hashes, and does what is not sent. */
  local: AnalysisEngine
  choice: EngineChoice
  credentials: RemoteCredentials | null
  memory: RemoteMemory
  log: { debug(message: string, details?: object): void; info(message: string, details?: object): void; warn(message: string, details?: object): void; error(message: string, details?: object): void }
  now?: () => number
  /** Called whenever `state()` changed; the pipeline goes on by itself after `ready`. */
  onState?: (state: RemoteState) => void
}

/** An engine that sends some operations to a service. While it must wait (`postponed` in an outcome), steps stay pending without an attempt being counted. */
export type RemoteEngine = AnalysisEngine & {
  state(): Omit<RemoteState, 'keptIn'>
  /** After the person changed something: asks again at once. */
  retry(credentials: RemoteCredentials | null): void
}
