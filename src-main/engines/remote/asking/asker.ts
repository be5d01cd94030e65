import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import type { Call, Connection } from '../http/connection.ts'
import { readAnswer } from '../http/read-answer.ts'
import { RemoteError } from '../trouble.ts'
import type { Gate } from './gate.ts'
import type { Limiter, Slot } from './limiter.ts'
import type { Budget } from './purse.ts'

/** Asks one thing with all the patience that it deserves. Rejects with RemoteError when that is at its end. */
export type RetryingClient = {
  ask<T extends z.ZodType>(request: { call: Call; schema: T }, options: { isPaid: boolean }): Promise<z.output<T>>
}

export type RetryingClientDependencies = {
  connection(): Connection
  limiter: Limiter
  gate: Gate
  purse: Budget
  signal: AbortSignal
  /** First pause in milliseconds before a request is tried again. */
  retryMs: number
}

/** Tries for one request while the service is unwell, and while it is busy. */
const MAX_TRIES = { unwell: 3, busy: 6 } as const
/** A service that asks for a longer pause is left alone altogether. */
const LONGEST_PAUSE_MS = 10_000

/** Creates the asker over a connection. */
export function createRetryingClient({
  connection,
  limiter,
  gate,
  purse,
  signal,
  retryMs,
}: RetryingClientDependencies): RetryingClient {
  const once = async <T extends z.ZodType>(
    { call, schema }: { call: Call; schema: T },
    isPaid: boolean,
  ): Promise<z.output<T>> => {
    if (!gate.isOpen()) throw new RemoteError('closed', gate.message)
    const coin = isPaid ? purse.take() : null
    try {
      return readAnswer(await connection().send(call), schema)
    } catch (error) {
      const trouble =
        error instanceof RemoteError
          ? error
          : new RemoteError('unwell', 'The exchange with the service failed.', { mayBePaid: true, cause: error })
      if (!trouble.mayBePaid) coin?.giveBack()
      throw trouble
    }
  }
  const inSlot = async <T extends z.ZodType>(
    request: { call: Call; schema: T },
    isPaid: boolean,
    slot: Slot,
  ): Promise<z.output<T>> => {
    const answer = await once(request, isPaid).catch(async (error: RemoteError) => {
      if (error.kind !== 'busy' || (error.afterMs ?? 0) > LONGEST_PAUSE_MS) throw error
      await pause(error.afterMs ?? retryMs)
      return once(request, isPaid).catch((again: RemoteError) => {
        if (again.kind === 'busy') slot.noteBusy()
        throw again
      })
    })
    slot.noteGood()
    return answer
  }
  const pause = async (ms: number) => {
    await delay(ms * (1 + Math.random() / 4), undefined, { signal, ref: false }).catch(() => {
      throw new RemoteError('closed', 'The engine was put away.')
    })
  }
  return {
    async ask(request, { isPaid }) {
      for (let tries = 1; ; tries++) {
        try {
          return await limiter.run((slot) => inSlot(request, isPaid, slot))
        } catch (error) {
          const trouble = error as RemoteError
          const isRetried =
            (trouble.kind === 'unwell' || trouble.kind === 'busy') &&
            tries < MAX_TRIES[trouble.kind] &&
            (trouble.afterMs ?? 0) <= LONGEST_PAUSE_MS
          if (!isRetried) throw trouble
          await pause(Math.max(retryMs * 2 ** (tries - 1), trouble.afterMs ?? 0))
        }
      }
    },
  }
}
