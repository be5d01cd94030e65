/**
 * Calls something at once, and then again where it was not called within the last `everyMs` milliseconds. It measures by
 * a clock that nobody sets, and holds no timer: packages for this wait for the difference of two wall-clock times.
 */
export function nowAndThen(everyMs: number, work: () => void): () => void {
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - lastMs < everyMs) return
    lastMs = performance.now()
    work()
  }
}
