/** An address still to be called about a ticket; times in milliseconds since 1970. */
export type PendingCallback = {
  id: number
  url: string
  ticketId: string
  attempts: number
  nextAtMs: number
  createdMs: number
}

/**
 * Keeps calls that are still to be made over a restart. Each call of the store is whole by itself.
 */
export type CallbackStore = {
  /** Adds a call that is due at `at`; gives its number. */
  add(callback: { url: string; ticketId: string; at: number }): Promise<number>
  /** Those that are due, the longest waiting first; at most `limit`. */
  due(nowMs: number, limit: number): Promise<PendingCallback[]>
  /** When the next one is due; null where none waits. */
  nextAt(): Promise<number | null>
  postpone(id: number, attempts: number, nextAtMs: number): Promise<void>
  remove(id: number): Promise<void>
}
