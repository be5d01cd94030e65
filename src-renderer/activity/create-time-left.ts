/** What determines the pace of some work: how much is done, of how much. */
type Pace = { id: string; state: string; done: number; total: number | null }
type Sample = { atMs: number; done: number }

/** The pace is that of this recent period, so that a slow start is soon forgotten. */
const WINDOW_MS = 30_000
/** Earlier than this, a few fast first items would give too optimistic an estimate. */
const MIN_MS = 2000

/** Estimates from the pace of work when it will be done. */
export function createTimeLeft() {
  const samples = new Map<string, Sample[]>()

  /** Records the present progress. Work that is absent or not running starts over. */
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
  /** Whole seconds; null if unknown. */
  const of = ({ id, done, total }: Pace): number | null => {
    const known = samples.get(id) ?? []
    const first = known[0],
      last = known.at(-1)
    if (total === null || first === undefined || last === undefined) return null
    const ms = last.atMs - first.atMs
    const steps = last.done - first.done
    return ms < MIN_MS || steps <= 0 ? null : Math.ceil(((total - done) * ms) / steps / 1000)
  }
  return { note, of }
}
