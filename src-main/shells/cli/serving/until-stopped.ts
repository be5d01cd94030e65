import { around } from '../surroundings/run.ts'

/** Ctrl+C and SIGTERM close in order; a second signal ends at once. */
export function untilStopped(): Promise<void> {
  const { signals } = around()
  return new Promise((resolve) => {
    // They are removed only after all listeners got this signal: a library that is the only listener would end the
    // process.
    const stop = () => {
      setImmediate(() => signals.off('SIGINT', stop).off('SIGTERM', stop))
      resolve()
    }
    signals.on('SIGINT', stop).on('SIGTERM', stop)
  })
}
