/** Runs at once, then at most every `ms` while it keeps being called; the last call is never lost. */
export function throttle(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  const tick = (): void => {
    timer = undefined
    if (!isDue) return
    isDue = false
    fire()
  }
  const fire = (): void => {
    timer = setTimeout(tick, ms)
    run()
  }
  return () => {
    if (timer === undefined) fire()
    else isDue = true
  }
}
