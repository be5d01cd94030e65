import PQueue from 'p-queue'

/** Takes a request's report of how the service coped with it. */
export type Permit = {
  /** The service answered. */
  noteSuccess(): void
  /** Too many requests at once, and again after a pause. Requests that began together halve the limit once. */
  noteBusy(): void
}

const FIRST_LIMIT = 4
const MAX_LIMIT = 32
/** Good answers for each allowed request before the limit grows by one. */
const GOOD_ROUNDS = 8

/**
 * Sends as many requests at once as the service seems to allow: halves the limit when it says "too many", and raises it
 * slowly again.
 */
export class ConcurrencyLimiter {
  readonly #onChange: (limit: number) => void
  readonly #queue: PQueue
  /** Good answers since the limit changed. */
  #successes = 0
  /** Counts decreases, so that a request from before one cannot cause the next. */
  #epoch = 0

  /** `onChange` receives every new limit. */
  constructor(onChange: (limit: number) => void, first = FIRST_LIMIT) {
    this.#onChange = onChange
    this.#queue = new PQueue({ concurrency: first })
  }

  get limit(): number {
    return this.#queue.concurrency
  }

  /** Runs work when its turn comes; settles as the work does. */
  run<T>(work: (permit: Permit) => Promise<T>): Promise<T> {
    return this.#queue.add(() => work(this.#permitOf(this.#epoch)))
  }

  #permitOf(epoch: number): Permit {
    return {
      noteSuccess: () => this.#noteSuccess(),
      noteBusy: () => this.#noteBusy(epoch),
    }
  }

  #noteSuccess(): void {
    this.#successes += 1
    if (this.#successes >= this.limit * GOOD_ROUNDS) this.#setLimit(this.limit + 1)
  }

  #noteBusy(epoch: number): void {
    if (epoch !== this.#epoch) return
    this.#epoch += 1
    this.#setLimit(Math.floor(this.limit / 2))
  }

  #setLimit(next: number): void {
    const before = this.limit
    const limit = Math.min(MAX_LIMIT, Math.max(1, next))
    this.#successes = 0
    if (limit === before) return
    this.#queue.concurrency = limit
    this.#onChange(limit)
  }
}
