import { around } from '../surroundings/run.ts'

/** Ctrl+C and a request to end both close in order; a second one ends at once. */
export function untilStopped(): Promise<void> {
  const { signals } = around()
  return new Promise((resolve) => {
    // They go only after this signal was handed to everyone: a library that finds itself alone with it would end the
    // process.
    const stop = () => {
      setImmediate(() => signals.off('SIGINT', stop).off('SIGTERM', stop))
      resolve()
    }
    signals.on('SIGINT', stop).on('SIGTERM', stop)
  })
}
