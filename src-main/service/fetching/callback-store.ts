/** An address still to be called about a ticket; `nextAtMs` in milliseconds since 1970. */
export type PendingCallback = { id: number; url: string; ticketId: string; attempts: number; nextAtMs: number }

/** Keeps calls that are still to be made over a restart; the rows of `service/store` fit. */
export type CallbackStore = {
  /** Adds a call that is due at `at`. */
  add(callback: { url: string; ticketId: string; at: number }): number
  /** Those that are due, the longest waiting first. */
  due(nowMs: number, limit?: number): PendingCallback[]
  /** When the next one is due; null where none waits. */
  nextAt(): number | null
  postpone(id: number, attempts: number, nextAtMs: number): void
  remove(id: number): void
}

/** The time, and being woken at one; `after` gives a function that calls it off. */
export type Clock = { now(): number; after(ms: number, work: () => void): () => void }

/** The clock of this machine. A wake that is still to come does not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, work) {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
}
