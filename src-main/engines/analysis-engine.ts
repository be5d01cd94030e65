import type { CutFile, CutRequest } from '../analysis/cutting/cut-request.ts'
import type {
  AnalysisOutcome,
  AnalysisRequest,
  RenderedPicture,
  RenderRequest,
  StepName,
  StepTime,
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
   * A service does this step at present. Earlier findings from either engine count as done, so switching engines
   * requests nothing again.
   */
  isSent?: boolean
  /** Whether a person waits for it; `now` when absent. */
  when?: StepTime
}

/**
 * The fingerprint of a service's findings. It counts as done for either engine until a person asks for a new analysis.
 */
export const REMOTE_FINGERPRINT = 'remote:1'

/** Turns sentences into vectors with the text-image pair on this machine. */
export type TextImageEngine = {
  /** The pair that photos are described with now; null without one. */
  pairId(): string | null
  /** Rejects with an AppError if there is no pair or it does not work. */
  describe(text: string): Promise<Float32Array>
  /** Resolves if the pair in a folder works; rejects with an AppError if it does not. */
  tryPair(dir: string): Promise<void>
}

/**
 * The one port between a library or a service and whatever analyses photos; the local engine and the remote client
 * implement it. `analyse` never rejects: problems with a photo are outcomes. `render` rejects with an AppError.
 */
export type AnalysisEngine = {
  /** The present state of each step; changes after models were installed and `reload` was called. */
  steps(): StepState[]
  info(): EngineInfo
  analyse(request: AnalysisRequest): Promise<AnalysisOutcome>
  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderedPicture>
  /** Crops as the bytes of files; rejects with an AppError if the photo cannot be opened. */
  cut(request: CutRequest, signal?: AbortSignal): Promise<CutFile[]>
  /**
   * Steps that would be postponed now. A photo with no other pending step need not be handed over before this changes.
   */
  waiting?(): readonly StepName[]
  /** The text-image pair of this machine; absent if an engine has none. */
  readonly textImage?: TextImageEngine
  /** How many photos are worth handing over at once. */
  readonly concurrency: number
  /** Leaves one core of this machine to a person while they work; absent if an engine uses none. */
  setPersonAtWork?(isAtWork: boolean): void
  /** Gets ready for pictures that a person may soon ask for; absent if an engine is always ready. */
  wake?(): void
  /** Opens newly installed models once the running photos are done. */
  reload(): Promise<void>
  close(): Promise<void>
}
