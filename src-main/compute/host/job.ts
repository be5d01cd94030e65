import type { TextValue } from '../../contract/sentences/text.ts'
import type { PortQuestion } from '../port-questions.ts'
import type { ComputeAnswer, ComputeTask } from '../protocol.ts'
import type { Reply } from '../reply.ts'

/** A task with what is to be done with its answer. Every job is either answered or failed, once. */
export type Job = {
  readonly task: ComputeTask
  /** Sent alone because it was in flight when a process ended or hung: now only it can be the cause. */
  readonly isAlone: boolean
  /** Opens the models of a new process; where that ends, the next one has its own. */
  readonly isWarmUp?: boolean
  /** It was sent to a process; called again where it is sent anew after a failure. */
  started(): void
  answer(answer: ComputeAnswer): void
  fail(failure: JobFailure): void
  /** Answers what the process asks about this task; never rejects. */
  reply(question: PortQuestion): Promise<Reply>
}

/**
 * Why a job has no answer, with a few words about how it came. It was alone in its process, and the process ended
 * (`crashed`), held too much memory (`out-of-memory`) or worked for too long (`timed-out`); or nothing of its file came
 * (`stalled`), or no process could take it (`not-run`), which both say nothing about the photo.
 */
export type JobFailure = { code: 'crashed' | 'out-of-memory' | 'timed-out' | 'stalled' | 'not-run'; how: TextValue }
