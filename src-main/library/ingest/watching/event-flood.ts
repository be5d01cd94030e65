import { readFileSync } from 'node:fs'

const LIMIT_FILE = '/proc/sys/fs/inotify/max_queued_events'
const USUAL_LIMIT = 16_384

/**
 * Tells when the kernel's queue of file events may have run over. It drops what comes then, and neither Node nor a
 * package says so; but a full queue is read in one turn of the event loop, and so many events in one turn mean nothing
 * else.
 */
export class EventFlood {
  readonly #onFlood: () => void
  readonly #limit: number
  #heard = 0
  #isCounting = false

  /** Half of the queue counts as full: events of folders that are no longer watched are in it, and are not heard. */
  constructor(onFlood: () => void, limit = readQueueLimit() / 2) {
    this.#onFlood = onFlood
    this.#limit = limit
  }

  count(): void {
    this.#heard += 1
    if (!this.#isCounting) setImmediate(() => this.#endTurn())
    this.#isCounting = true
  }

  #endTurn(): void {
    const isFlood = this.#heard >= this.#limit
    this.#heard = 0
    this.#isCounting = false
    if (isFlood) this.#onFlood()
  }
}

function readQueueLimit(): number {
  try {
    return Number.parseInt(readFileSync(LIMIT_FILE, 'utf8'), 10) || USUAL_LIMIT
  } catch {
    return USUAL_LIMIT // Only Linux has the file, and may hide it.
  }
}
