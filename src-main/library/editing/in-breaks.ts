import { setImmediate } from 'node:timers/promises'

/** Runs work that consists of pieces, with a break for other calls after each. */
export async function inBreaks<Result>(work: Generator<void, Result, undefined>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await setImmediate()
  }
}
