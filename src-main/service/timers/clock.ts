/** The time, and being woken at one; `after` gives a function that calls it off. */
export type Clock = { now(): number; after(ms: number, work: () => void): () => void }

/** The clock of this machine. A wake that is still to come does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
}
