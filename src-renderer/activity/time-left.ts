/** Work as far as its pace goes: how much is done, of how much. */
type Pace = { id: string; state: string; done: number; total: number | null }
type Sample = { atMs: number; done: number }

/** The pace is that of the last while: what began slowly is not held against it. */
const WINDOW_MS = 30_000
/** Before this, a few lucky first ones would promise too much. */
const LEAST_MS = 2000

/** Tells from the pace of some work when it will be done. */
export function createTimeLeft() {
  const samples = new Map<string, Sample[]>()

  /** Takes down how far everything is now; what is not among it any more, or stands still, begins anew. */
  const note = (all: readonly Pace[], nowMs: number): void => {
    const running = all.filter(({ state }) => state === 'running')
    for (const id of samples.keys()) if (!running.some((each) => each.id === id)) samples.delete(id)
    for (const { id, done } of running) {
      const before = samples.get(id) ?? []
      const last = before.at(-1)
      if (last !== undefined && done < last.done) samples.set(id, [{ atMs: nowMs, done }])
      else samples.set(id, [...before.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS), { atMs: nowMs, done }])
    }
  }
  /** Whole seconds; null while nobody knows. */
  const of = ({ id, done, total }: Pace): number | null => {
    const known = samples.get(id) ?? []
    const first = known[0],
      last = known.at(-1)
    if (total === null || first === undefined || last === undefined) return null
    const ms = last.atMs - first.atMs
    const steps = last.done - first.done
    return ms < LEAST_MS || steps <= 0 ? null : Math.ceil(((total - done) * ms) / steps / 1000)
  }
  return { note, of }
}
