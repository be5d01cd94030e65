const FIRST_MS = 1_000
const LONGEST_MS = 60_000

type Held = { untilMs: number; pauseMs: number; problem: string }

/**
 * Watched folders whose disk is full: nothing is written there until a pause is over, which doubles each time. Times
 * are those of a clock that nobody sets.
 */
export class HeldRoots {
  readonly #now: () => number
  readonly #held = new Map<number, Held>()
  #all: { untilMs: number; pauseMs: number } | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  /** Why nothing is written in one of them; null where nothing is held. */
  get problem(): string | null {
    return [...this.#held.values()][0]?.problem ?? null
  }

  hold(rootId: number, problem: string): void {
    const before = this.#held.get(rootId)
    if (before !== undefined && before.untilMs > this.#now()) return
    const pauseMs = nextPause(before?.pauseMs)
    this.#held.set(rootId, { untilMs: this.#now() + pauseMs, pauseMs, problem })
  }

  /** Something was written there. */
  release(rootId: number): void {
    this.#held.delete(rootId)
    this.#all = null
  }

  /** Nothing can be written anywhere. */
  holdAll(): void {
    const pauseMs = nextPause(this.#all?.pauseMs)
    this.#all = { untilMs: this.#now() + pauseMs, pauseMs }
  }

  clear(): void {
    for (const held of this.#held.values()) held.untilMs = 0
    this.#all = null
  }

  /** Those whose pause is not over. */
  roots(): number[] {
    return [...this.#held].filter(([, { untilMs }]) => untilMs > this.#now()).map(([id]) => id)
  }

  /** In how many milliseconds something may be written that is due in so many; null where nothing is due or held. */
  waitFor(dueInMs: number | null): number | null {
    const now = this.#now()
    const held = this.roots().map((id) => this.#held.get(id)!.untilMs - now)
    const waits = dueInMs === null ? held : [dueInMs, ...held]
    return waits.length === 0 ? null : Math.max(Math.min(...waits), (this.#all?.untilMs ?? now) - now)
  }
}

const nextPause = (before: number | undefined): number =>
  before === undefined ? FIRST_MS : Math.min(LONGEST_MS, before * 2)
