import { setImmediate } from 'node:timers/promises'

/** Work over all photos that may be interrupted wherever it yields; a photo that changes meanwhile counts as either. */
export type Slices<Result> = Generator<undefined, Result, undefined>

/** How long work goes on without a break for other work, in milliseconds. */
const STRETCH_MS = 8

/** Does it in one go. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** Does it with breaks for other work; null where `goesOn` ended it after one. */
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
