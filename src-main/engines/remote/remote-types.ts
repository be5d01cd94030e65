import type { EngineChoice, RemoteCredentials, RemoteState } from '../../contract/library/remote.ts'
import type { AnalysisEngine } from '../analysis-engine.ts'
import type { ConceptLookup } from './findings/name-tags.ts'
import type { RemoteMemory } from './memory/remote-memory.ts'
import type { SessionLog } from './session/session.ts'
import type { RemoteTiming } from './session/remote-timing.ts'
import type { RemoteIndex } from './similar/remote-index.ts'

export type RemoteEngineOptions = {
  /** Decodes, makes thumbnails and hashes, and does what is not sent. */
  local: AnalysisEngine
  choice: EngineChoice
  credentials: RemoteCredentials | null
  memory: RemoteMemory
  log: SessionLog
  now?: () => number
  /** Our own names of tags; read when the first answer comes. */
  concepts?: () => ConceptLookup
  /** Name of this library's index on the service, for `similar`. */
  index?: string
  timing?: Partial<RemoteTiming>
  /** Called whenever `state()` changed. The analysis queue resumes by itself after `ready`. */
  onState?: (state: RemoteState) => void
}

/**
 * An engine that sends some operations to a service. While it must wait (`postponed` in an outcome), steps stay pending
 * and no attempt is counted.
 */
export type RemoteEngine = AnalysisEngine & {
  state(): Omit<RemoteState, 'keptIn'>
  /** Call it after the person changed something: asks the service again at once. */
  retry(credentials: RemoteCredentials | null): void
  /** Sends no new requests: running photos end with what they have. */
  windDown(): void
  /** Present if the service finds similar photos. */
  index: RemoteIndex | null
  /** Ends timers and connections but leaves the local engine open for the next engine; `close` closes both. */
  release(): Promise<void>
}
