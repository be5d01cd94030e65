import type { IndexesLog } from './log.ts'

/** Called with its id when a ticket is final. */
export type OnTrained = (ticketId: string) => unknown

/** Who waits for the end of a training, by ticket; what goes wrong there is logged and harms nothing here. */
export class Callbacks {
  readonly #log: IndexesLog
  readonly #waiting = new Map<string, OnTrained>()

  constructor(log: IndexesLog) {
    this.#log = log
  }

  add(ticketId: string, onTrained: OnTrained): void {
    this.#waiting.set(ticketId, onTrained)
  }

  /** Calls once, where somebody waits. Never rejects. */
  async call(ticketId: string): Promise<void> {
    const onTrained = this.#waiting.get(ticketId)
    this.#waiting.delete(ticketId)
    try {
      await onTrained?.(ticketId)
    } catch (error) {
      this.#log.warn('telling of a finished training failed', { ticketId, error })
    }
  }
}
