import { say } from '../../../contract/sentences/say.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import type { Connection } from '../http/connection.ts'
import { readAnswer } from '../http/read-answer.ts'
import { RemoteError } from '../http/remote-error.ts'
import type { RemoteRequest } from '../http/call.ts'
import type { Budget } from './budget.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { ConcurrencyLimiter, Permit } from './concurrency-limiter.ts'
import { PaidQuestions } from './paid-questions.ts'

export type RetryingClientDependencies = {
  /** Throws RemoteError if there is none. */
  connection(): Pick<Connection, 'send'>
  limiter: ConcurrencyLimiter
  breaker: Pick<CircuitBreaker, 'allowsRequests' | 'message'>
  budget: Pick<Budget, 'reserve'>
  signal: AbortSignal
  /** First pause in milliseconds before a request is tried again. */
  retryMs: number
}

/** Maximum tries of one request while the service is unwell, and while it is busy. */
const MAX_TRIES = { unwell: 3, busy: 6 } as const
/** If a service asks for a longer pause, no requests go to it for that time. */
const MAX_PAUSE_MS = 10_000

/** Sends requests within all limits, and retries if that may help. Rejects with RemoteError. */
export class RetryingClient {
  readonly #dependencies: RetryingClientDependencies
  readonly #paid: PaidQuestions

  constructor(dependencies: RetryingClientDependencies) {
    this.#dependencies = dependencies
    this.#paid = new PaidQuestions(dependencies.budget)
  }

  /**
   * A paid request counts against the budget, and is given back if the service certainly did nothing. `onFailure`
   * receives each failed try.
   */
  async send<T extends z.ZodType>(
    request: RemoteRequest<T>,
    { isPaid, onFailure }: { isPaid: boolean; onFailure?: () => void },
  ): Promise<z.output<T>> {
    const { limiter, retryMs } = this.#dependencies
    for (let tries = 1; ; tries++) {
      try {
        return await limiter.run((permit) => this.#sendWith(permit, request, isPaid))
      } catch (thrown) {
        const error = RemoteError.of(thrown)
        onFailure?.()
        if (!mayRetry(error, tries)) throw error
        await this.#pause(Math.max(retryMs * 2 ** (tries - 1), error.afterMs ?? 0))
      }
    }
  }

  /** One "too many" may be chance, so the request is retried in its place; a second one lowers the limit. */
  async #sendWith<T extends z.ZodType>(
    permit: Permit,
    request: RemoteRequest<T>,
    isPaid: boolean,
  ): Promise<z.output<T>> {
    const answer = await this.#sendOnce(request, isPaid).catch(async (error: RemoteError) => {
      if (error.kind !== 'busy' || (error.afterMs ?? 0) > MAX_PAUSE_MS) throw error
      await this.#pause(error.afterMs ?? this.#dependencies.retryMs)
      return this.#sendOnce(request, isPaid).catch((again: RemoteError) => {
        if (again.kind === 'busy') permit.noteBusy()
        throw again
      })
    })
    permit.noteSuccess()
    return answer
  }

  async #sendOnce<T extends z.ZodType>({ call, schema }: RemoteRequest<T>, isPaid: boolean): Promise<z.output<T>> {
    const { breaker, connection } = this.#dependencies
    if (!breaker.allowsRequests) throw new RemoteError('closed', breaker.message ?? say('remote.putAway'))
    const counted = isPaid ? this.#paid.begin(call.key) : null
    try {
      const answer = await connection().send(call)
      const result = readAnswer(answer, schema)
      counted?.noteSuccess(answer)
      return result
    } catch (thrown) {
      const error = asRemoteError(thrown)
      counted?.noteFailure(error)
      throw error
    }
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#dependencies
    await delay(ms * (1 + Math.random() / 4), undefined, { signal, ref: false }).catch(() => {
      throw new RemoteError('closed', say('remote.putAway'))
    })
  }
}

function mayRetry({ kind, afterMs }: RemoteError, tries: number): boolean {
  if (kind !== 'unwell' && kind !== 'busy') return false
  return tries < MAX_TRIES[kind] && (afterMs ?? 0) <= MAX_PAUSE_MS
}

function asRemoteError(error: unknown): RemoteError {
  if (error instanceof RemoteError) return error
  return new RemoteError('unwell', say('remote.exchangeFailed'), { mayBePaid: true, cause: error })
}
