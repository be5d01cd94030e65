/** Measures CPU time of overlapping pieces of work in one process. */
export type CpuMeter = {
  /** Runs the work and calls `report` with its CPU milliseconds, even if it rejects. */
  measure<T>(work: () => Promise<T>, report: (milliseconds: number) => void): Promise<T>
}

/**
 * The process only knows the CPU time of all its threads together. At each start and end of a piece of work, the time
 * since the previous one is divided evenly among the running pieces. A single piece may be off by its neighbour's
 * share; sums over many photos are right.
 */
export function createCpuMeter(now: () => number = createCpuClock()): CpuMeter {
  const running = new Set<{ total: number }>()
  let last = now()
  const divide = () => {
    const time = now()
    for (const piece of running) piece.total += (time - last) / running.size
    last = time
  }
  return {
    async measure(work, report) {
      divide()
      const piece = { total: 0 }
      running.add(piece)
      try {
        return await work()
      } finally {
        divide()
        running.delete(piece)
        report(piece.total)
      }
    },
  }
}

/** The system call adds up all threads and takes a tenth of a millisecond, so a reading this fresh is reused. */
const FRESH_MS = 0.2

function createCpuClock(): () => number {
  let askedAt = -Infinity
  let milliseconds = 0
  return () => {
    const now = performance.now()
    if (now - askedAt < FRESH_MS) return milliseconds
    askedAt = now
    const { user, system } = process.cpuUsage()
    milliseconds = (user + system) / 1000
    return milliseconds
  }
}
