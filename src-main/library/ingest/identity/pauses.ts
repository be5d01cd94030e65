import { setImmediate } from 'node:timers/promises'

/** Files processed without a break: some milliseconds, the maximum that windows wait. */
const FILES = 200

/** Yields to other work now and then while a long list is processed. */
export class Pauses {
  #count = 0

  /** To be awaited for each file. */
  async each(): Promise<void> {
    if (++this.#count % FILES === 0) await setImmediate()
  }
}
