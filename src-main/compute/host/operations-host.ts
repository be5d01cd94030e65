import { availableParallelism } from 'node:os'
import type { CategorizerRecord } from '../../contract/analysis/operations/categories.ts'
import { AppError } from '../../contract/errors.ts'
import { computeEntry, forkNode, type ForkCompute } from './compute-process.ts'
import { ComputePool, type PoolLimits } from './compute-pool.ts'
import type { FromCompute } from '../protocol.ts'
import type { JobFailure } from './compute-worker.ts'
import { openVocabulary } from '../../analysis/vocabulary/vocabulary.ts'
import type { RegistryFolders } from '../../analysis/models/registry/registry.ts'
import { refuseCalls } from '../../analysis/operations/answer-calls.ts'
import type { CallAnswer, OperationsRequest } from '../../analysis/operations/calls.ts'
import { createCategorizers, type BuiltInCategorizer } from '../../analysis/operations/categorizers.ts'
import { listCategorizers } from '../../analysis/operations/category-operation.ts'
import { answerQuestion, namePorts } from '../port-questions.ts'
import type { OwnerPorts } from '../../analysis/operations/ports.ts'

/** Where the host says what its processes do. */
export type HostLog = { debug(message: string, details?: object): void; warn(message: string, details?: object): void }

export type HostOptions = RegistryFolders & {
  /**
   * What an owner has taught; asked for at each request, so that it may be made anew each time. Called in this process.
   */
  ports: (owner: string) => OwnerPorts
  log: HostLog
  /** How many compute processes; by default one for each core. */
  processes?: number
  /** Starts a compute process in another way than `child_process.fork`. */
  fork?: ForkCompute
  limits?: Partial<PoolLimits>
}

/** Operations in compute processes: nothing of a picture is read or decoded in this one. */
export type OperationsHost = {
  /** Requests that are worked on at once; more wait in the order of asking. */
  readonly concurrency: number
  /**
   * Answers the calls in their order; a picture that cannot be read, or that kills its process, is an answer to all of
   * them. Rejects with
   * `not-supported-here` where no process can be started or the host is closed, and with the signal's reason when it
   * aborts: a request
   * in line is taken out, one under way goes on unheard.
   */
  run(request: OperationsRequest, signal?: AbortSignal): Promise<CallAnswer[]>
  /** Those that come with the program, then the owner's. */
  categorizers(owner: string): Promise<CategorizerRecord[]>
  hasTagger(owner: string, taggerId: string): Promise<boolean>
  /**
   * Where a picture is decoded still: where a process has a place for the next request, only where none has, or
   * nowhere.
   */
  whereIs(pictureId: string): 'at-hand' | 'busy' | 'nowhere'
  /** Opens models anew, for the next requests, after others were installed. */
  reload(): void
  state(): { processes: number; running: number; waiting: number }
  /** Ends all processes; what is under way is rejected. */
  close(): Promise<void>
}

/**
 * Processes stay for ten minutes without work: starting one costs a request about a second. Others come before any has
 * two requests at once.
 */
const HOST_LIMITS: Partial<PoolLimits> = { idleMs: 600_000, growAt: 1, residentBytes: 900 * 1024 * 1024 }

/** Opens operations on this machine's models; processes start with the first request. */
export function createOperationsHost({
  resourcesDir,
  modelsDir,
  ports,
  log,
  processes = availableParallelism(),
  fork,
  limits,
}: HostOptions): OperationsHost {
  const onNoise = (text: string) => log.debug('A compute process wrote', { text: text.trimEnd() })
  const start = fork ?? ((entry: string) => forkNode(entry, onNoise))
  const pool = new ComputePool({
    start: { resourcesDir, modelsDir },
    fork: () => start(computeEntry()),
    onProblem: (message, details) => log.warn(message, details),
    processes,
    limits: { ...HOST_LIMITS, ...limits },
  })
  const onFault = (error: unknown) => log.warn('What was taught could not be used', { error })
  let nextId = 1
  let builtIn: readonly BuiltInCategorizer[] | undefined
  return {
    concurrency: pool.concurrency,
    run: async (request, signal) =>
      submit({ pool, id: nextId++, request, ports: ports(request.owner), onFault }, signal),
    async categorizers(owner) {
      builtIn ??= createCategorizers({ vocabulary: openVocabulary(resourcesDir) })
      return listCategorizers({ builtIn, custom: ports(owner).categorizers })
    },
    hasTagger: async (owner, taggerId) => (await ports(owner).taggers?.has(taggerId)) ?? false,
    whereIs: (pictureId) => pool.whereIs(pictureId),
    reload: () => pool.renew(),
    state: () => pool.state(),
    close: () => pool.close(),
  }
}

type Submission = {
  pool: ComputePool
  id: number
  request: OperationsRequest
  ports: OwnerPorts
  onFault: (error: unknown) => void
}

function submit({ pool, id, request, ports, onFault }: Submission, signal?: AbortSignal): Promise<CallAnswer[]> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      pool.withdraw(id)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    const settle = () => signal?.removeEventListener('abort', abort)
    const answer = (message: FromCompute) => {
      settle()
      if (message.kind === 'operated') resolve(message.answers)
    }
    const blame = (code: JobFailure, how: string) => {
      settle()
      if (code === 'not-run') reject(new AppError('not-supported-here', `Pictures cannot be analysed now: ${how}.`))
      else resolve(refuseCalls(request.calls, describeFailure(code, how)))
    }
    pool.submit(
      {
        task: { kind: 'operate', id, request, ports: namePorts(ports) },
        isAlone: false,
        answer,
        blame,
        reply: (question) => answerQuestion(ports, question, onFault),
      },
      false,
    )
  })
}

function describeFailure(code: Exclude<JobFailure, 'not-run'>, how: string): AppError {
  const what =
    code === 'crashed' ? 'The picture ended the process that read it' : 'The picture took too long to analyse'
  return new AppError('file-unreadable', `${what} (${how}). Save it again with another program, or make it smaller.`)
}
