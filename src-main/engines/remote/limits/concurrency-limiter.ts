import PQueue from 'p-queue'

/** What a request says about how the service bore it. */
export type Permit = {
  /** The service answered. */
  noteSuccess(): void
  /** Too many at once, and again after a pause. Requests that began together halve the limit once. */
  noteBusy(): void
}

const FIRST_LIMIT = 4
const MAX_LIMIT = 32
/** So many good answers for each allowed request before one more is tried. */
const GOOD_ROUNDS = 8

/**
 * Lets so many requests out at once as the service was seen to allow: halved when it says "too many", grown slowly
 * again.
 */
export class ConcurrencyLimiter {
  readonly #onChange: (limit: number) => void
  readonly #queue: PQueue
  /** Good answers since the limit changed. */
  #successes = 0
  /** Counts decreases, so that a request from before one cannot cause the next. */
  #epoch = 0

  /** `onChange` hears every new limit. */
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
