import type { CutFile, CutRequest } from '../../analysis/cutting/cut-request.ts'
import { refuseCalls } from '../../analysis/operations/answer-calls.ts'
import type { CallAnswer, OperationsRequest } from '../../analysis/operations/calls.ts'
import type { OwnerPorts } from '../../analysis/operations/ports.ts'
import type { AnalysisOutcome, AnalysisRequest, RenderedPicture, RenderRequest } from '../../analysis/photo/findings.ts'
import { AppError } from '../../contract/errors.ts'
import { namePorts } from '../port-questions.ts'
import type { ComputeAnswer, ComputeTask, DescribeRequest } from '../protocol.ts'
import type { Reply } from '../reply.ts'
import type { ComputePool } from './compute-pool.ts'
import { failedDescription, failedOperations, failedOutcome, failedRender } from './describe-failure.ts'
import { createJob, type Submission } from './create-job.ts'

export type OperateOptions = {
  /** What the owner of the picture has of classifiers and feedback; called in this process. */
  ports?: OwnerPorts
  /** Takes a request out of the line that nobody waits for any more; one under way goes on unheard. */
  signal?: AbortSignal | undefined
  /** Hears how many milliseconds the request took since it was sent, also where nobody waits for its answer. */
  onWorked?(ms: number): void
}

/** Turns requests into jobs of a pool, and their answers into promises. Nothing of a photo is read in this process. */
export class ComputeClient {
  readonly #pool: ComputePool
  readonly #onPortFault: (error: unknown) => void
  #nextId = 1

  /** `onPortFault` hears of errors without a code that a port threw. */
  constructor(pool: ComputePool, onPortFault: (error: unknown) => void = () => undefined) {
    this.#pool = pool
    this.#onPortFault = onPortFault
  }

  /** What can be worked on at once; more waits. */
  get concurrency(): number {
    return this.#pool.concurrency
  }

  /** Never rejects. */
  analyse(request: AnalysisRequest): Promise<AnalysisOutcome> {
    return this.#submit<AnalysisOutcome>(
      { kind: 'analyse', id: this.#nextId++, request },
      {
        read: (answer) => read(answer, 'analysed').outcome,
        fail: failedOutcome,
      },
    )
  }

  /** Rejects with an AppError; `signal` takes a picture out of the line that nobody waits for any more. */
  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderedPicture> {
    return this.#submit<RenderedPicture>(
      { kind: 'render', id: this.#nextId++, request },
      {
        read: (answer) => valueOf(read(answer, 'rendered').picture),
        fail(failure) {
          throw failedRender(failure)
        },
        signal,
      },
    )
  }

  /** A text as a vector of the text-image pair. Rejects with an AppError. */
  describe(request: DescribeRequest): Promise<Float32Array> {
    return this.#submit<Float32Array>(
      { kind: 'describe', id: this.#nextId++, request },
      {
        read: (answer) => valueOf(read(answer, 'described').vector),
        fail(failure) {
          throw failedDescription(failure)
        },
      },
    )
  }

  /** Rejects with an AppError where the photo cannot be opened, and with the signal's reason when it aborts. */
  cut(request: CutRequest, signal?: AbortSignal): Promise<CutFile[]> {
    return this.#submit<CutFile[]>(
      { kind: 'cut', id: this.#nextId++, request },
      {
        read: (answer) => valueOf(read(answer, 'cut').files),
        fail(failure) {
          throw failedRender(failure)
        },
        signal,
      },
    )
  }

  /**
   * Answers the calls in their order; a picture that cannot be read, or that ends its process, is an answer to all of
   * them. Rejects with `not-supported-here` where no process can be started or the pool is closed, and with the
   * signal's reason when it aborts.
   */
  operate(request: OperationsRequest, options: OperateOptions = {}): Promise<CallAnswer[]> {
    const ports = namePorts(options.ports ?? {})
    return this.#submit<CallAnswer[]>(
      { kind: 'operate', id: this.#nextId++, request, ports },
      {
        ...options,
        onPortFault: this.#onPortFault,
        read: (answer) => read(answer, 'operated').answers,
        fail(failure) {
          if (failure.code === 'not-run') throw failedOperations(failure)
          return refuseCalls(request.calls, failedOperations(failure))
        },
      },
    )
  }

  /**
   * From now on one process is there that has answered `request`, so that its models are open, however long nothing is
   * done and whatever ends. `tell` hears what each new process answered.
   */
  keepWarm(request: OperationsRequest, tell: (answers: readonly CallAnswer[]) => void): void {
    this.#pool.keepWarm(() => ({
      ...createJob<CallAnswer[]>(
        { kind: 'operate', id: this.#nextId++, request, ports: namePorts({}) },
        {
          read: (answer) => read(answer, 'operated').answers,
          fail: (failure) => refuseCalls(request.calls, failedOperations(failure)),
        },
        (outcome) => tell(outcome()),
      ),
      isWarmUp: true,
    }))
  }

  /** While a person works one core is left to them. */
  setPersonAtWork(isAtWork: boolean): void {
    this.#pool.setPersonAtWork(isAtWork)
  }

  /** Opens models anew, for the next requests, after others were installed. */
  renew(): void {
    this.#pool.renew()
  }

  state(): ReturnType<ComputePool['state']> {
    return this.#pool.state()
  }

  /** Resolves once nothing waits and nothing is under way. */
  drained(): Promise<void> {
    return this.#pool.drained()
  }

  /** Ends all processes; what is under way fails. */
  close(): Promise<void> {
    return this.#pool.close()
  }

  async #submit<T>(task: ComputeTask, submission: Submission<T>): Promise<T> {
    const { signal } = submission
    signal?.throwIfAborted()
    const ended = Promise.withResolvers<() => T>()
    const abort = () => {
      this.#pool.withdraw(task.id)
      ended.reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    this.#pool.submit(createJob(task, submission, ended.resolve))
    try {
      return (await ended.promise)()
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }
}

function valueOf<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new AppError(reply.code, reply.message)
  return reply.value
}

/** The answer to a task is of the task's own kind. */
function read<K extends ComputeAnswer['kind']>(answer: ComputeAnswer, kind: K): Extract<ComputeAnswer, { kind: K }> {
  if (answer.kind !== kind) throw new Error(`A compute process answered "${answer.kind}" to what should be "${kind}".`)
  return answer as Extract<ComputeAnswer, { kind: K }>
}
