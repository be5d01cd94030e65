import type { CutFile, CutRequest } from '../analysis/cutting/cut-request.ts'
import type { AnalysisOutcome, AnalysisRequest, RenderedPicture, RenderRequest } from '../analysis/photo/findings.ts'
import type { CallAnswer, OperationsRequest } from '../analysis/operations/calls.ts'
import type { PortName, PortQuestion } from './port-questions.ts'
import type { Reply } from './reply.ts'

/** What a compute process must know before its first photo. */
export type ComputeStart = { resourcesDir: string; modelsDir: string }

/** A process that holds more bytes than this ends itself. */
export type ComputeBounds = { memoryBytes: number }

/** A text for the installed text-image pair, or the folder of a pair to test with a built-in text. */
export type DescribeRequest = { text: string } | { tryPairIn: string }

/** One photo, one message out. `id` comes back with the answer. */
export type ComputeTask =
  | { kind: 'analyse'; id: number; request: AnalysisRequest }
  | { kind: 'render'; id: number; request: RenderRequest }
  | { kind: 'cut'; id: number; request: CutRequest }
  /** A text as a vector, or a test whether a pair works. */
  | { kind: 'describe'; id: number; request: DescribeRequest }
  /** `ports` names those that the picture's owner has. */
  | { kind: 'operate'; id: number; request: OperationsRequest; ports: readonly PortName[] }

/** What a compute process asks its owner for while it works on a task. */
export type OwnerRequest =
  /** A decode that needs much memory waits until this many bytes are free among all processes. */
  | { kind: 'memory'; bytes: number }
  /** Only the owner keeps custom classifiers and feedback. */
  | { kind: 'port'; question: PortQuestion }

/** From the owner to a compute process. `reply` answers the `request` of the same ticket. */
export type ToCompute =
  | ({ kind: 'start' } & ComputeStart & ComputeBounds)
  | ComputeTask
  | { kind: 'reply'; ticket: number; reply: Reply }
  | { kind: 'close' }

/** The answer to a task, with the bytes of memory that the process holds. */
export type ComputeAnswer = { id: number; residentBytes: number } & (
  | { kind: 'analysed'; outcome: AnalysisOutcome }
  | { kind: 'rendered'; picture: Reply<RenderedPicture> }
  | { kind: 'cut'; files: Reply<CutFile[]> }
  | { kind: 'described'; vector: Reply<Float32Array> }
  | { kind: 'operated'; answers: CallAnswer[] }
)

/** From a compute process to its owner. `id` names the task, `ticket` the request made for it. */
export type FromCompute =
  | { kind: 'ready' }
  /** More of the task's file has been read. */
  | { kind: 'reading'; id: number }
  /** The file is read and work begins. `extraMs` are added to its time if the file is read from its disk again. */
  | { kind: 'working'; id: number; extraMs: number }
  | ComputeAnswer
  | { kind: 'request'; ticket: number; id: number; request: OwnerRequest }
  /** The granted memory is free again. */
  | { kind: 'release'; ticket: number; id: number }
