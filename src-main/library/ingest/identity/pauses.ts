import { setImmediate } from 'node:timers/promises'

/** Files that are worked on without a break: some milliseconds, so that windows wait for no more. */
const FILES = 200

/** Gives the thread back now and then during work on a list of any length. */
export class Pauses {
  #count = 0

  /** To be awaited for each file. */
  async each(): Promise<void> {
    if (++this.#count % FILES === 0) await setImmediate()
  }
}
