/**
 * Calls at once, then at most once in so many milliseconds; the last of the calls held back comes when the time is
 * over.
 */
export function throttle(action: () => void, milliseconds: number): { call(): void; stop(): void } {
  let last = -Infinity
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    timer = undefined
    last = performance.now()
    action()
  }
  const call = () => {
    if (timer) return
    const rest = last + milliseconds - performance.now()
    if (rest <= 0) run()
    else timer = setTimeout(run, rest)
  }
  return { call, stop: () => clearTimeout(timer) }
}
