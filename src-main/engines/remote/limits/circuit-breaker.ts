import { say } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { isDeepStrictEqual } from 'node:util'
import type { RemoteState } from '../../../contract/library/remote.ts'
import { pauseAfter } from '../../../base/background/back-off.ts'

export type Condition = Exclude<RemoteState['condition'], 'off'>

export type CircuitBreakerOptions = {
  now(): number
  /**
   * Sends something that costs nothing; false if the service still does not answer. It may trip the breaker for another
   * reason.
   */
  check(): Promise<boolean>
  onChange(): void
  /** The condition at first; without it, requests are allowed. */
  first?: { condition: Condition; message: Text } | undefined
  firstBackOffMs: number
  longestBackOffMs: number
}

/** The longest time that a timer of Node accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Decides whether the service may be asked, and says why not. The cause of a trip decides whether it resets by itself.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions
  #condition: Condition
  #message: Text | null
  /** Back-offs in a row. */
  #backOffs = 0
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: CircuitBreakerOptions) {
    this.#options = options
    this.#condition = options.first?.condition ?? 'ready'
    this.#message = options.first?.message ?? null
  }

  get condition(): Condition {
    return this.#condition
  }

  /** One sentence for a person; null while requests are allowed. */
  get message(): Text | null {
    return this.#message
  }

  get allowsRequests(): boolean {
    return this.#condition === 'ready' && !this.#isStopped
  }

  /** Forbids requests until a person has fixed something. */
  trip(condition: Condition, message: Text): void {
    this.#set(condition, message)
  }

  /** Forbids requests until a time in milliseconds since 1970; then allows them again if `check` says so. */
  tripUntil(condition: Condition, message: Text, untilMs: number): void {
    this.#set(condition, message)
    this.#waitUntil(untilMs)
  }

  /** Forbids requests for a time: longer with each call in a row, or as long as the service asked for. */
  backOff(message: Text, askedMs: number | null): void {
    const { now, firstBackOffMs, longestBackOffMs } = this.#options
    // Half of the pause is random, so that clients that failed together do not come back together.
    this.#backOffs += 1
    const pauses = { firstMs: firstBackOffMs, longestMs: longestBackOffMs }
    const ownMs = pauseAfter(this.#backOffs, pauses) * (0.75 + Math.random() / 2)
    this.#set('unreachable', message)
    this.#waitUntil(now() + Math.max(ownMs, askedMs ?? 0))
  }

  /** An analysis was answered: the next back-off starts at its first length again. */
  noteSuccess(): void {
    this.#backOffs = 0
  }

  /** Allows requests again. */
  reset(): void {
    this.#set('ready', null)
  }

  /** Forbids requests for good. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #set(condition: Condition, message: Text | null): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const isNew = condition !== this.#condition || !isDeepStrictEqual(message, this.#message)
    this.#condition = condition
    this.#message = message
    if (isNew) this.#options.onChange()
  }

  #waitUntil(untilMs: number): void {
    if (this.#isStopped) return
    const waitMs = Math.min(MAX_TIMER_MS, Math.max(0, untilMs - this.#options.now()))
    const timer = setTimeout(() => void this.#wake(untilMs, timer), waitMs).unref()
    this.#timer = timer
  }

  /** A trip that a person or another error caused meanwhile does not belong to this timer. */
  async #wake(untilMs: number, timer: NodeJS.Timeout): Promise<void> {
    const { now, check, longestBackOffMs } = this.#options
    if (now() < untilMs) return this.#waitUntil(untilMs)
    const isWell = await check()
    if (this.#isStopped || this.#timer !== timer) return
    if (isWell) this.reset()
    else if (this.#condition === 'unreachable') this.backOff(this.#message ?? say('remote.exchangeFailed'), null)
    else this.#waitUntil(now() + longestBackOffMs)
  }
}
