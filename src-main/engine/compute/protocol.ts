import type { ErrorCode } from '../../contract/errors.ts'
import type { AnalysisOutcome, AnalysisRequest, RenderedPicture, RenderRequest } from '../engine.ts'

/** What a compute process must know before its first photo. */
export type ComputeStart = { resourcesDir: string; modelsDir: string }

/** One photo, one message out. `id` comes back with the answer. */
export type ComputeTask = { kind: 'analyse'; id: number; request: AnalysisRequest } | { kind: 'render'; id: number; request: RenderRequest }

/** From the owner to a compute process. `room-granted` answers `ask-room`. */
export type ToCompute = ({ kind: 'start' } & ComputeStart) | ComputeTask | { kind: 'room-granted'; ticket: number } | { kind: 'close' }

/** From a compute process to its owner. Answers tell how much memory the process has, in bytes. */
export type FromCompute =
  | { kind: 'ready' }
  | { kind: 'analysed'; id: number; outcome: AnalysisOutcome; residentBytes: number }
  | { kind: 'rendered'; id: number; picture: RenderedPicture; residentBytes: number }
  | { kind: 'render-failed'; id: number; code: ErrorCode; message: string; residentBytes: number }
  /** A decode that needs much memory waits until there is room for it among all processes. */
  | { kind: 'ask-room'; ticket: number; id: number; bytes: number }
  | { kind: 'leave-room'; ticket: number }
