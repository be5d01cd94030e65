import type { TextValue } from '../../contract/sentences/text.ts'
import type { PortQuestion } from '../port-questions.ts'
import type { ComputeAnswer, ComputeTask } from '../protocol.ts'
import type { Reply } from '../reply.ts'

/** A task and what to do with its answer. Every job is answered or failed, exactly once. */
export type Job = {
  readonly task: ComputeTask
  /** Sent alone because it was in flight when a process ended or hung: now no other job can be the cause. */
  readonly isAlone: boolean
  /** Opens the models of a new process. If that process ends, the next one has its own warm-up. */
  readonly isWarmUp?: boolean
  /** It was sent to a process. Called again when it is sent again after a failure. */
  started(): void
  answer(answer: ComputeAnswer): void
  fail(failure: JobFailure): void
  /** Answers a question of the process about this task; never rejects. */
  reply(question: PortQuestion): Promise<Reply>
}

/**
 * Why a job has no answer, with a few words about the cause. Three codes blame the photo, which was alone in its
 * process: the process ended (`crashed`), held too much memory (`out-of-memory`) or worked for too long (`timed-out`).
 * Two do not: its file delivered nothing (`stalled`), or no process could take it (`not-run`).
 */
export type JobFailure = { code: 'crashed' | 'out-of-memory' | 'timed-out' | 'stalled' | 'not-run'; how: TextValue }
