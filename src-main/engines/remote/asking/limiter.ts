/**
 * Lets so many requests out at once as the service was seen to allow: halved when it says "too many", grown slowly
 * again.
 */
export type Limiter = {
  readonly limit: number
  run<T>(work: (slot: Slot) => Promise<T>): Promise<T>
}
export type Slot = {
  /** The service answered. */
  noteGood(): void
  /** Too many at once, and again after a pause. Requests that began together halve the limit once. */
  noteBusy(): void
}

const FIRST = 4
const MOST = 32
/** So many good answers for each allowed request before one more is tried. */
const GOOD_ROUNDS = 8

/** Creates the limiter; `onChange` hears every new limit. */
export function createLimiter(onChange: (limit: number) => void, first = FIRST): Limiter {
  let limit = first
  let running = 0
  let good = 0
  /** Counts changes, so that a request from before one cannot cause the next. */
  let epoch = 0
  const line: (() => void)[] = []
  const letIn = () => {
    while (running < limit && line.length > 0) {
      running += 1
      line.shift()?.()
    }
  }
  const change = (next: number) => {
    const before = limit
    limit = Math.min(MOST, Math.max(1, next))
    good = 0
    if (limit === before) return
    onChange(limit)
    letIn()
  }
  const slotOf = (born: number): Slot => ({
    noteGood() {
      good += 1
      if (good >= limit * GOOD_ROUNDS) change(limit + 1)
    },
    noteBusy() {
      if (born !== epoch) return
      epoch += 1
      change(Math.floor(limit / 2))
    },
  })
  return {
    get limit() {
      return limit
    },
    async run(work) {
      if (running < limit && line.length === 0) running += 1
      else await new Promise<void>((resolve) => line.push(resolve))
      try {
        return await work(slotOf(epoch))
      } finally {
        running -= 1
        letIn()
      }
    },
  }
}
