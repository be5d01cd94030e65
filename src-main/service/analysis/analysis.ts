import { AppError } from '../../contract/errors.ts'
import type { CallAnswer, OperationsRequest } from '../../analysis/operations/calls.ts'
import type { OperationsHost } from '../../compute/host/operations-host.ts'
import type { Analysis } from '../parts.ts'
import type { ServiceLog } from '../service-log.ts'
import { createFairQueue } from './fair-queue.ts'
import { refuseBroken, refuseFull, refuseLate, refuseStopping } from './refusals.ts'
import { createSpeed } from './speed.ts'

export type AnalysisOptions = {
  /** Does the work; closed with the analysis. */
  host: Pick<OperationsHost, 'concurrency' | 'run' | 'whereIs' | 'categorizers' | 'hasTagger' | 'state' | 'close'>
  log: Pick<ServiceLog, 'error'>
  /** Most requests of all accounts that wait; 256 where absent. */
  mostWaiting?: number
  /** Longest time in milliseconds from a request to its answer; half a minute where absent. */
  deadlineMs?: number
}

/** A request on its way. It is settled once: by its answers, its deadline, its caller's leaving, or a refusal. */
type Flight = { request: OperationsRequest; settle(outcome: Outcome): void }
type Outcome = { answers: CallAnswer[] } | { error: unknown }

const MAX_WAITING = 256
const DEADLINE_MS = 30_000
const ranks = { 'at-hand': 1, nowhere: 0, busy: -1 } as const

/**
 * Puts a fair queue in front of the compute processes. They get exactly as much as they work on at once, so that whose
 * turn it is gets
 * decided here and as late as possible. A place stays taken until its process is done, even where nobody waits for the
 * answer any more.
 */
export function createAnalysis({
  host,
  log,
  mostWaiting = MAX_WAITING,
  deadlineMs = DEADLINE_MS,
}: AnalysisOptions): Analysis {
  const waiting = createFairQueue<Flight>()
  const speed = createSpeed()
  let running = 0
  let isAccepting = true
  let onIdle: (() => void) | undefined

  const secondsUntilFree = () => speed.secondsFor(waiting.size + running, host.concurrency)

  /**
   * Pictures that are decoded go first where that is, and others go before those whose process is busy: decoding costs
   * most of many requests.
   */
  const rank = ({ request }: Flight) => ranks[host.whereIs(request.pictureId)]

  /** Lets waiting requests in, by turns, as long as there are places. */
  const admit = () => {
    while (running < host.concurrency) {
      const flight = waiting.next(rank)
      if (flight === undefined) break
      running++
      void fly(flight)
    }
    if (running === 0) onIdle?.()
  }

  const fly = async (flight: Flight) => {
    const start = performance.now()
    flight.settle(await perform(flight.request))
    speed.note(performance.now() - start)
    running--
    admit()
  }

  const perform = async (request: OperationsRequest): Promise<Outcome> => {
    try {
      return { answers: await host.run(request) }
    } catch (error) {
      log.error('pictures could not be analysed', { error })
      return { error: error instanceof AppError ? refuseBroken(error) : error }
    }
  }

  /**
   * Where the queue is full, the account that fills it most gives up its latest request: nobody can shut the others
   * out.
   */
  const makeRoom = (owner: string): boolean => {
    if (waiting.size < mostWaiting) return true
    const longest = waiting.longest()
    if (longest === undefined || waiting.sizeOf(longest) <= waiting.sizeOf(owner) + 1) return false
    waiting.popLatest(longest)?.settle({ error: refuseFull(secondsUntilFree()) })
    return true
  }

  const enqueue = (request: OperationsRequest, signal?: AbortSignal): Promise<CallAnswer[]> => {
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    if (!isAccepting) return Promise.reject(refuseStopping())
    if (!makeRoom(request.owner)) return Promise.reject(refuseFull(secondsUntilFree()))
    const { promise, resolve, reject } = Promise.withResolvers<CallAnswer[]>()
    const leave = (error: unknown) => {
      waiting.remove(request.owner, flight)
      flight.settle({ error })
    }
    const abort = () => leave(signal?.reason)
    const timer = setTimeout(() => leave(refuseLate(secondsUntilFree())), deadlineMs)
    const flight: Flight = {
      request,
      settle(outcome) {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        if ('answers' in outcome) resolve(outcome.answers)
        else reject(outcome.error)
      },
    }
    signal?.addEventListener('abort', abort, { once: true })
    waiting.push(request.owner, flight)
    admit()
    return promise
  }

  const end = async () => {
    isAccepting = false
    for (let flight = waiting.next(); flight !== undefined; flight = waiting.next())
      flight.settle({ error: refuseStopping() })
    if (running > 0) await new Promise<void>((resolve) => (onIdle = resolve))
    await host.close()
  }
  let ending: Promise<void> | undefined

  return {
    // the host answers each call in its place, which is what the mapped type says
    run: (account, { path, pictureId }, calls, signal) =>
      enqueue({ path, pictureId, owner: account.id, calls }, signal) as Promise<never>,
    categorizers: (account) => host.categorizers(account.id),
    hasTagger: (account, taggerId) => host.hasTagger(account.id, taggerId),
    state: () => ({ waiting: waiting.size, running, processes: host.state().processes, isAccepting }),
    close: () => (ending ??= end()),
  }
}
