import type { OwnerPorts } from '../../analysis/operations/ports.ts'
import { answerQuestion } from '../port-questions.ts'
import type { ComputeAnswer, ComputeTask } from '../protocol.ts'
import type { Job, JobFailure } from './job.ts'

/** How a job settles its caller's promise. */
export type Submission<T> = {
  read(answer: ComputeAnswer): T
  /** What a failure means: a value, or an error that is thrown. */
  fail(failure: JobFailure): T
  ports?: OwnerPorts
  /** Receives errors without a code that a port threw. */
  onPortFault?(error: unknown): void
  signal?: AbortSignal | undefined
  /** Receives the milliseconds between sending and the answer or the failure. */
  onWorked?(ms: number): void
}

/** Creates a job whose outcome only its caller sees, errors included. */
export function createJob<T>(
  task: ComputeTask,
  { read, fail, ports = {}, onPortFault = () => undefined, onWorked }: Submission<T>,
  end: (tell: () => T) => void,
): Job {
  let startedMs: number | undefined
  const noteWorked = () => startedMs !== undefined && onWorked?.(performance.now() - startedMs)
  return {
    task,
    isAlone: false,
    started: () => void (startedMs ??= performance.now()),
    answer(answer) {
      noteWorked()
      end(() => read(answer))
    },
    fail(failure) {
      noteWorked()
      end(() => fail(failure))
    },
    reply: (question) => answerQuestion(ports, question, onPortFault),
  }
}
