/**
 * Calls a function at once, and later only if its last call was at least `everyMs` milliseconds ago. It uses a
 * monotonic clock and no timer; packages for this use the difference of two wall-clock times.
 */
export function nowAndThen(everyMs: number, work: () => void): () => void {
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - lastMs < everyMs) return
    lastMs = performance.now()
    work()
  }
}
