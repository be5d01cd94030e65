/** The time and alarms; `after` returns a function that cancels the alarm. */
export type Clock = { now(): number; after(ms: number, work: () => void): () => void }

/** The clock of this machine. A pending alarm does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
}
