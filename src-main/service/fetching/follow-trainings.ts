import type { Callbacks } from '../parts.ts'
import type { CallbackStore } from './callback-store.ts'

/** Far enough that no training is under way for as long; in milliseconds. */
const FAR_MS = 365 * 24 * 60 * 60 * 1000

/** Remembers whom to call about a training; gives what is to be called when the training has ended. */
export type FollowTraining = (ticketId: string, url: string) => () => void

/**
 * Keeps on disk who waits for which training while it is under way, so that they are told also where the service stops within it: the
 * ticket is final at the next start. To be made before the callbacks look for what is due.
 */
export function keepTrainingCalls(store: CallbackStore, now: () => number): (callbacks: Pick<Callbacks, 'send'>) => FollowTraining {
  for (const { id, nextAtMs } of store.due(Number.MAX_SAFE_INTEGER, 100_000)) if (nextAtMs > now() + FAR_MS / 2) store.postpone(id, 0, now())
  return (callbacks) => (ticketId, url) => {
    const id = store.add({ url, ticketId, at: now() + FAR_MS })
    return () => {
      callbacks.send(url, ticketId)
      store.remove(id)
    }
  }
}
