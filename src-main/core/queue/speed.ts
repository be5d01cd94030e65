/** Photos per second over a recent stretch of time. */
export type Speed = { note(): void; perSecond(): number; reset(): void }

/** Half a minute, as the status promises. */
const WINDOW_MS = 30_000

/** Measures speed from the times of finished photos; `now` gives milliseconds. */
export function createSpeed(now: () => number = Date.now): Speed {
  let times: number[] = []
  let since: number | null = null
  return {
    note() {
      since ??= now()
      times.push(now())
    },
    perSecond() {
      times = times.filter((time) => time > now() - WINDOW_MS)
      if (since === null || times.length < 2) return 0
      const seconds = Math.min(WINDOW_MS, now() - since) / 1000
      return seconds < 0.5 ? 0 : times.length / seconds
    },
    reset() {
      times = []
      since = null
    },
  }
}
