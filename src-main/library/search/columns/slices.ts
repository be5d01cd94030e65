import { setImmediate } from 'node:timers/promises'

/**
 * Work over all photos that may pause wherever it yields; a photo that changes in the meantime counts as before or
 * after.
 */
export type Slices<Result> = Generator<undefined, Result, undefined>

/** Duration of work without a break, in milliseconds. */
const STRETCH_MS = 8

/** Runs it without breaks. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** Runs it with breaks for other work; null if `goesOn` ended it after one. */
export async function withBreaks<Result>(work: Slices<Result>, goesOn: () => boolean): Promise<Result | null> {
  for (let began = performance.now(); ;) {
    const { done, value } = work.next()
    if (done === true) return value
    if (performance.now() - began < STRETCH_MS) continue
    await setImmediate()
    if (!goesOn()) return null
    began = performance.now()
  }
}
