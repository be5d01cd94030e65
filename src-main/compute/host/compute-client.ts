import type { CutFile, CutRequest } from '../../analysis/cutting/cut-request.ts'
import { refuseCalls, type CallAnswer, type OperationsRequest } from '../../analysis/operations/calls.ts'
import type { OwnerPorts } from '../../analysis/operations/ports.ts'
import type { AnalysisOutcome, AnalysisRequest, RenderedPicture, RenderRequest } from '../../analysis/photo/findings.ts'
import { AppError } from '../../contract/errors.ts'
import { namePorts, answerQuestion } from '../port-questions.ts'
import type { ComputeAnswer, ComputeTask, DescribeRequest, ComputeStart } from '../protocol.ts'
import type { Reply } from '../reply.ts'
import { ComputePool } from './compute-pool.ts'
import type { Job, JobFailure } from './job.ts'
import type { Text, TextValue } from '../../contract/sentences/text.ts'
import { valueInEnglish } from '../../contract/sentences/write-text.ts'
import { say } from '../../contract/sentences/say.ts'
import { computeEntry, forkNode, type ComputeProcess, type ForkCompute } from './compute-process.ts'
import type { PoolOptions } from './pool-options.ts'

/** Log for what the processes do; the logs of the library and of the service both fit. */
export type ComputeLog = {
  debug(message: string, details?: object): void
  warn(message: string, details?: object): void
}

export type ComputeOptions = ComputeStart &
  Pick<PoolOptions, 'processes' | 'limits' | 'order'> & {
    log: ComputeLog
    /** Starts compute processes by other means than `child_process.fork`. */
    fork?: ForkCompute | undefined
    /** Entry file of the compute process, unless it is beside this code. */
    entry?: string | undefined
  }

/** How compute processes are started. Tests replace it to share processes; nothing else does. */
export const computeStarter: { fork(entry: string, onNoise: (text: string) => void): ComputeProcess } = {
  fork: forkNode,
}

/** Opens analysis in other processes, which start with the first request. */
export function openCompute({ resourcesDir, modelsDir, log, fork, entry, ...pool }: ComputeOptions): ComputeClient {
  const onNoise = (text: string) => log.debug('A compute process wrote', { text: text.trimEnd() })
  const start = fork ?? ((file: string) => computeStarter.fork(file, onNoise))
  const options = {
    ...pool,
    start: { resourcesDir, modelsDir },
    fork: () => start(entry ?? computeEntry()),
    onProblem: (message: string, details: object) => log.warn(message, details),
  }
  const onPortFault = (error: unknown) => log.warn('A custom classifier could not be used', { error })
  return new ComputeClient(new ComputePool(options), onPortFault)
}

export type OperateOptions = {
  /** The picture owner's ports for classifiers and feedback. Their methods run in this process. */
  ports?: OwnerPorts
  /** Removes a waiting request that nobody needs any more. A request that was sent already goes on unheard. */
  signal?: AbortSignal | undefined
  /** Receives the milliseconds from sending the request to its answer, even if nobody waits for the answer any more. */
  onWorked?(ms: number): void
}

/**
 * Turns requests into jobs of a pool, and their answers into promises. This process reads nothing of a photo itself.
 */
export class ComputeClient {
  readonly #pool: ComputePool
  readonly #onPortFault: (error: unknown) => void
  #nextId = 1

  /** `onPortFault` receives errors without a code that a port threw. */
  constructor(pool: ComputePool, onPortFault: (error: unknown) => void = () => undefined) {
    this.#pool = pool
    this.#onPortFault = onPortFault
  }

  /** How many requests can run at once; more wait. */
  get concurrency(): number {
    return this.#pool.concurrency
  }

  /** Never rejects. */
  analyse(request: AnalysisRequest): Promise<AnalysisOutcome> {
    return this.#submit<AnalysisOutcome>(
      { kind: 'analyse', id: this.#nextId++, request },
      {
        read: (answer) => answerOf(answer, 'analysed').outcome,
        fail: failedOutcome,
      },
    )
  }

  /** Rejects with an AppError. `signal` removes a waiting request that nobody needs any more. */
  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderedPicture> {
    return this.#submit<RenderedPicture>(
      { kind: 'render', id: this.#nextId++, request },
      {
        read: (answer) => valueOf(answerOf(answer, 'rendered').picture),
        fail(failure) {
          throw failedRender(failure)
        },
        signal,
      },
    )
  }

  /** Turns a text into a vector with the text-image pair. Rejects with an AppError. */
  describe(request: DescribeRequest): Promise<Float32Array> {
    return this.#submit<Float32Array>(
      { kind: 'describe', id: this.#nextId++, request },
      {
        read: (answer) => valueOf(answerOf(answer, 'described').vector),
        fail(failure) {
          throw failedDescription(failure)
        },
      },
    )
  }

  /** Rejects with an AppError if the photo cannot be opened, and with the signal's reason when it aborts. */
  cut(request: CutRequest, signal?: AbortSignal): Promise<CutFile[]> {
    return this.#submit<CutFile[]>(
      { kind: 'cut', id: this.#nextId++, request },
      {
        read: (answer) => valueOf(answerOf(answer, 'cut').files),
        fail(failure) {
          throw failedRender(failure)
        },
        signal,
      },
    )
  }

  /**
   * Answers the calls in order. A picture that cannot be read, or that ends its process, answers all of them with that
   * error. Rejects with `not-supported-here` if no process can be started or the pool is closed, and with the signal's
   * reason when it aborts.
   */
  operate(request: OperationsRequest, options: OperateOptions = {}): Promise<CallAnswer[]> {
    const ports = namePorts(options.ports ?? {})
    return this.#submit<CallAnswer[]>(
      { kind: 'operate', id: this.#nextId++, request, ports },
      {
        ...options,
        onPortFault: this.#onPortFault,
        read: (answer) => answerOf(answer, 'operated').answers,
        fail(failure) {
          if (failure.code === 'not-run') throw failedOperations(failure)
          return refuseCalls(request.calls, failedOperations(failure))
        },
      },
    )
  }

  /**
   * From now on keeps one process that has answered `request`, so that its models stay open. Idle times and processes
   * that end do not change that. `tell` receives what each new process answered.
   */
  keepWarm(request: OperationsRequest, tell: (answers: readonly CallAnswer[]) => void): void {
    this.#pool.keepWarm(() => ({
      ...createJob<CallAnswer[]>(
        { kind: 'operate', id: this.#nextId++, request, ports: namePorts({}) },
        {
          read: (answer) => answerOf(answer, 'operated').answers,
          fail: (failure) => refuseCalls(request.calls, failedOperations(failure)),
        },
        (outcome) => tell(outcome()),
      ),
      isWarmUp: true,
    }))
  }

  /** Leaves one core to the person while they work. */
  setPersonAtWork(isAtWork: boolean): void {
    this.#pool.setPersonAtWork(isAtWork)
  }

  /** Opens the models again for the next requests, after others were installed. */
  renew(): void {
    this.#pool.renew()
  }

  state(): ReturnType<ComputePool['state']> {
    return this.#pool.state()
  }

  /** Resolves once no request waits or runs. */
  drained(): Promise<void> {
    return this.#pool.drained()
  }

  /** Ends all processes; running requests fail. */
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

/** An answer has the kind of its task. */
function answerOf<K extends ComputeAnswer['kind']>(
  answer: ComputeAnswer,
  kind: K,
): Extract<ComputeAnswer, { kind: K }> {
  if (answer.kind !== kind) throw new Error(`A compute process answered "${answer.kind}" to what should be "${kind}".`)
  return answer as Extract<ComputeAnswer, { kind: K }>
}

/** How a job settles its caller's promise. */
type Submission<T> = {
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
function createJob<T>(
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

/** A failed job as the outcome of an analysis. */
function failedOutcome({ code, how }: JobFailure): AnalysisOutcome {
  if (code === 'not-run') return { ok: false, code: 'blocked', by: 'engine', reason: describeNotRun(how) }
  if (code === 'stalled') return { ok: false, code: 'blocked', by: 'file', reason: describeStalled(how) }
  if (code === 'timed-out') return { ok: false, code, reason: say('analysis.tookLong', { reason: how }) }
  if (code === 'out-of-memory') return { ok: false, code, reason: say('analysis.givenUp', { reason: how }) }
  return { ok: false, code, reason: say('analysis.ended', { reason: how }) }
}

/** A failed job as the error of rendering a picture. */
function failedRender({ how }: JobFailure): AppError {
  return new AppError('file-unreadable', say('analysis.notMade', { reason: how }))
}

/** A failed job as the error of describing a text. */
function failedDescription({ how }: JobFailure): AppError {
  return new AppError('not-supported-here', say('analysis.noTexts', { reason: how }))
}

/** A failed job as the error of operations; `not-supported-here` says nothing about the picture. */
function failedOperations({ code, how }: JobFailure): AppError {
  if (code === 'not-run' || code === 'stalled')
    return new AppError('not-supported-here', say('analysis.noPictures', { reason: how }))
  return new AppError(
    'file-unreadable',
    say('analysis.badPicture', { what: code === 'timed-out' ? 'slow' : code, reason: how }),
  )
}

const describeStalled = (how: TextValue) => say('analysis.stalled', { reason: how })

/** The system's messages about a process that cannot start, each with a remedy. */
const remedies: readonly [RegExp, string][] = [
  [/ENOMEM|EAGAIN|EMFILE|ENFILE/, 'closeOthers'],
  [/ENOSPC|EDQUOT|no space left/i, 'freeSpace'],
  [/EACCES|EPERM|ENOENT/, 'installAgain'],
]

function describeNotRun(how: TextValue): Text {
  const remedy = remedies.find(([words]) => words.test(valueInEnglish(how)))?.[1] ?? 'other'
  return say('analysis.notNow', { reason: how, remedy })
}
