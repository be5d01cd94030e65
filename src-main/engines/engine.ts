import type { CutFile, CutRequest } from '../analysis/cutting/cut-request.ts'
import type {
  AnalysisOutcome,
  AnalysisRequest,
  RenderedPicture,
  RenderRequest,
  StepName,
} from '../analysis/photo/findings.ts'
import type { EngineInfo } from '../contract/library/models.ts'

/**
 * A step and the fingerprint of how it is done now: its version and the models behind it. A new fingerprint makes the
 * step pending again.
 */
export type StepState = {
  name: StepName
  fingerprint: string
  /**
   * A service does it at present. What was found before, here or there, counts as done: switching engines asks for
   * nothing again.
   */
  isSent?: boolean
}

/**
 * The fingerprint of what a service found; it counts as done for either engine, until a person asks for a new analysis.
 */
export const REMOTE_FINGERPRINT = 'remote:1'

/** Sentences as vectors, by the text-image pair that is installed on this machine. */
export type TextImageEngine = {
  /** The pair that photos are described by now; null without one. */
  pairId(): string | null
  /** Rejects with an AppError where there is no pair or one that does not work. */
  describe(text: string): Promise<Float32Array>
  /** Whether the pair in a folder works, as an AppError where it does not. */
  tryPair(dir: string): Promise<void>
}

/**
 * The one port between a library or a service and whatever analyses photos; the local engine and the remote client
 * implement it. `analyse` never rejects: what goes wrong with a photo is an outcome. `render` rejects with an AppError.
 */
export type AnalysisEngine = {
  /** How each step is done now; changes after models were installed and `reload` was called. */
  steps(): StepState[]
  info(): EngineInfo
  analyse(request: AnalysisRequest): Promise<AnalysisOutcome>
  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderedPicture>
  /** Crops as the bytes of files; rejects with an AppError where the photo cannot be opened. */
  cut(request: CutRequest, signal?: AbortSignal): Promise<CutFile[]>
  /**
   * Steps that would be postponed now; a photo with no other step pending need not be handed over before this changes.
   */
  waiting?(): readonly StepName[]
  /** The text-image pair of this machine; absent where an engine has none of its own. */
  readonly textImage?: TextImageEngine
  /** How many photos it is worth handing over at once. */
  readonly concurrency: number
  /** Leaves one core of this machine to a person while they work; absent where an engine needs none. */
  setPersonAtWork?(isAtWork: boolean): void
  /** Takes up newly installed models once the photos under way are done. */
  reload(): Promise<void>
  close(): Promise<void>
}
