import type { ErrorCode } from '../contract/errors.ts'
import type { AnalysisOutcome, AnalysisRequest, RenderedPicture, RenderRequest } from '../analysis/photo/findings.ts'
import type { CallAnswer, OperationsRequest } from '../analysis/operations/calls.ts'
import type { PortName, PortQuestion, PortReply } from './port-questions.ts'

/** What a compute process must know before its first photo. */
export type ComputeStart = { resourcesDir: string; modelsDir: string }

/** One photo, one message out. `id` comes back with the answer. */
export type ComputeTask =
  | { kind: 'analyse'; id: number; request: AnalysisRequest }
  | { kind: 'render'; id: number; request: RenderRequest }
  /** `ports` names those that the owner of the picture has. */
  | { kind: 'operate'; id: number; request: OperationsRequest; ports: readonly PortName[] }

/** From the owner to a compute process. `room-granted` answers `ask-room`, `port-replied` answers `ask-port`. */
export type ToCompute =
  | ({ kind: 'start' } & ComputeStart)
  | ComputeTask
  | { kind: 'room-granted'; ticket: number }
  | { kind: 'port-replied'; ticket: number; reply: PortReply }
  | { kind: 'close' }

/** From a compute process to its owner. Answers tell how much memory the process has, in bytes. */
export type FromCompute =
  | { kind: 'ready' }
  | { kind: 'analysed'; id: number; outcome: AnalysisOutcome; residentBytes: number }
  | { kind: 'rendered'; id: number; picture: RenderedPicture; residentBytes: number }
  | { kind: 'render-failed'; id: number; code: ErrorCode; message: string; residentBytes: number }
  | { kind: 'operated'; id: number; answers: CallAnswer[]; residentBytes: number }
  /** A decode that needs much memory waits until there is room for it among all processes. */
  | { kind: 'ask-room'; ticket: number; id: number; bytes: number }
  | { kind: 'leave-room'; ticket: number }
  /** What was taught is kept by the owner alone. */
  | { kind: 'ask-port'; ticket: number; id: number; question: PortQuestion }
