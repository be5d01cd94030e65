import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { AnalysisOutcome, AnalysisRequest, RenderedPicture, RenderRequest } from '../engine.ts'
import type { ComputeProcess } from './compute-process.ts'
import type { ComputeStart, ComputeTask, FromCompute } from './protocol.ts'
import { createRoom } from './room.ts'
import { createWorker, type ComputeWorker, type Job, type WorkerLimits } from './worker.ts'

export type PoolOptions = {
  start: ComputeStart
  /** Starts one compute process. */
  fork: () => ComputeProcess
  onProblem: (message: string, details: object) => void
  processes?: number
  limits?: Partial<PoolLimits>
}
export type PoolLimits = WorkerLimits & {
  /** Milliseconds without work after which all processes end and give their memory back. */
  idleMs: number
  /** Bytes that heavy decodes may hold at once, in all processes together. */
  roomBytes: number
  /** First wait in milliseconds before a process is started again after a fault; doubles up to 30 s. */
  backOffMs: number
}

const MEGABYTE = 1024 * 1024
const DEFAULT_LIMITS: PoolLimits = { inFlight: 2, sharedMs: 8_000, aloneMs: 19_000, residentBytes: 600 * MEGABYTE, idleMs: 60_000, roomBytes: 512 * MEGABYTE, backOffMs: 250 }
/** So many starts in a row that end without an answer mean that the process cannot run at all. */
const MOST_FAILED_STARTS = 4

/** Compute processes, started when there is work and ended when there is none. */
export type ComputePool = {
  readonly concurrency: number
  /** Never rejects. */
  analyse(request: AnalysisRequest): Promise<AnalysisOutcome>
  /** Rejects with an AppError; `signal` takes a picture out of the line that nobody waits for any more. */
  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderedPicture>
  /** Replaces every process once its photos are done; resolves at once. */
  renew(): void
  /** Ends all processes; what is under way is answered as crashed. */
  close(): Promise<void>
}

/** How many processes suit this machine: one core is left for the rest of the program, and more than four gain little memory for their speed. */
export function suitableProcesses(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1))
}

/** Makes the owner's side of the compute processes. */
export function createPool({ start, fork, onProblem, processes = suitableProcesses(), limits: chosen }: PoolOptions): ComputePool {
  const limits = { ...DEFAULT_LIMITS, ...chosen }
  const room = createRoom(limits.roomBytes)
  const workers = new Set<ComputeWorker>()
  const queue: Job[] = []
  let nextId = 1
  let failedStarts = 0
  let isWaiting = false
  let isClosed = false
  let idleTimer: NodeJS.Timeout | undefined

  const pump = () => {
    clearTimeout(idleTimer)
    while (queue.length > 0) {
      const index = queue.findIndex((job) => findPlace(job) !== undefined)
      if (index < 0) {
        if (isWaiting || workers.size >= processes) break
        startWorker()
      } else {
        const [job] = queue.splice(index, 1)
        findPlace(job!)!.send(job!)
      }
    }
    if (queue.length === 0 && [...workers].every((worker) => worker.size === 0)) idleTimer = setTimeout(retireAll, limits.idleMs).unref()
  }
  const findPlace = (job: Job) => [...workers].filter((worker) => worker.hasPlace(job)).sort((a, b) => a.size - b.size)[0]
  const startWorker = () => {
    let process: ComputeProcess
    try {
      process = fork()
    } catch (error) {
      return giveUp(error instanceof Error ? error.message : String(error))
    }
    const worker = createWorker(process, { kind: 'start', ...start }, limits, room, {
      onFree() {
        failedStarts = 0
        pump()
      },
      onRetry(jobs) {
        queue.unshift(...jobs.map((job) => ({ ...job, isAlone: true })))
      },
      onGone(how, isFault) {
        workers.delete(worker)
        if (isFault && !isClosed) void backOff(how, worker.hasAnswered)
        else pump()
      },
    })
    workers.add(worker)
  }
  const backOff = async (how: string, hadAnswered: boolean) => {
    onProblem('A compute process ended', { how })
    if (!hadAnswered && ++failedStarts >= MOST_FAILED_STARTS) giveUp(how)
    isWaiting = true
    await delay(Math.min(30_000, limits.backOffMs * 2 ** failedStarts))
    isWaiting = false
    pump()
  }
  const giveUp = (how: string) => {
    for (const job of queue.splice(0)) job.blame('crashed', `the analysis process does not start: ${how}`)
    failedStarts = 0
  }
  const retireAll = () => workers.forEach((worker) => worker.retire())
  const submit = (job: Omit<Job, 'isAlone'>, isUrgent: boolean) => {
    const place = isUrgent ? 'unshift' : 'push'
    queue[place]({ ...job, isAlone: false })
    pump()
  }

  return {
    concurrency: processes * limits.inFlight,
    analyse(request) {
      if (isClosed) return Promise.resolve(crashed('the engine is closed'))
      return new Promise((resolve) => {
        const task: ComputeTask = { kind: 'analyse', id: nextId++, request }
        submit({ task, answer: (message) => message.kind === 'analysed' && resolve(message.outcome), blame: (code, how) => resolve(code === 'crashed' ? crashed(how) : tooSlow(how)) }, false)
      })
    },
    render(request, signal) {
      return new Promise((resolve, reject) => {
        if (isClosed) return reject(new AppError('internal', 'The engine is closed.'))
        const task: ComputeTask = { kind: 'render', id: nextId++, request }
        const abort = () => {
          const index = queue.findIndex((job) => job.task.id === task.id)
          if (index >= 0) queue.splice(index, 1)
          reject(signal?.reason)
        }
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort, { once: true })
        const settle = (finish: () => void) => {
          signal?.removeEventListener('abort', abort)
          finish()
        }
        submit(
          {
            task,
            answer: (message) => settle(() => answerRender(message, resolve, reject)),
            blame: (_code, how) => settle(() => reject(new AppError('file-unreadable', `The picture could not be made: ${how}.`))),
          },
          true,
        )
      })
    },
    renew: retireAll,
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      for (const job of queue.splice(0)) job.blame('crashed', 'the engine was closed')
      const busy = [...workers].some((worker) => worker.size > 0)
      for (const worker of workers) if (busy) worker.kill()
        else worker.retire()
      for (let waited = 0; workers.size > 0 && waited < 3000; waited += 10) await delay(10)
    },
  }
}

function answerRender(message: FromCompute, resolve: (picture: RenderedPicture) => void, reject: (error: AppError) => void): void {
  if (message.kind === 'rendered') resolve(message.picture)
  else if (message.kind === 'render-failed') reject(new AppError(message.code, message.message))
}

function crashed(how: string): AnalysisOutcome {
  return { ok: false, code: 'crashed', reason: `The analysis process ended while it worked on this photo (${how}).` }
}

function tooSlow(how: string): AnalysisOutcome {
  return { ok: false, code: 'timed-out', reason: `The analysis took too long and was given up (${how}).` }
}
