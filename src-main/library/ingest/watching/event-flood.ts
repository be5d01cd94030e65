import { readFileSync } from 'node:fs'

const LIMIT_FILE = '/proc/sys/fs/inotify/max_queued_events'
const USUAL_LIMIT = 16_384

/**
 * Detects that the kernel's queue of file events may have overflowed. It drops further events, and neither Node nor a
 * package reports it. But a full queue is read in one turn of the event loop, and nothing else causes as many events in
 * one turn.
 */
export class EventFlood {
  readonly #onFlood: () => void
  readonly #limit: number
  #heard = 0
  #isCounting = false

  /** Half of the queue counts as full: it also contains events of folders that are no longer watched. */
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
