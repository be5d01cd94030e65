import type { Indexes } from '../../indexes/named/indexes.ts'
import type { CallbackStore } from '../ports/callback-store.ts'
import type { Callbacks } from '../ports/ports.ts'

/** Far enough that no training is under way for as long; in milliseconds. */
const FAR_MS = 365 * 24 * 60 * 60 * 1000

/** Has an address called when a training has ended. */
export type FollowTraining = (ticketId: string, url: string) => Promise<void>

export type FollowDependencies = {
  store: CallbackStore
  indexes: Pick<Indexes, 'whenTrained'>
  callbacks: Pick<Callbacks, 'send'>
  now: () => number
}

/**
 * Keeps on disk who waits for which training while it is under way, so that they are told also where the service stops
 * within it: the training goes on at the next start, and so does the waiting for it.
 */
export async function followTrainings({ store, indexes, callbacks, now }: FollowDependencies): Promise<FollowTraining> {
  const sendNow = async (id: number, ticketId: string, url: string) => {
    await callbacks.send(url, ticketId)
    await store.remove(id)
  }
  const wait = (id: number, ticketId: string, url: string) =>
    indexes.whenTrained(ticketId, () => sendNow(id, ticketId, url))
  for (const { id, url, ticketId, nextAtMs } of await store.due(Number.MAX_SAFE_INTEGER, 100_000))
    if (nextAtMs > now() + FAR_MS / 2) wait(id, ticketId, url)
    else await sendNow(id, ticketId, url) // an earlier version kept here what was still to be called
  return async (ticketId, url) => wait(await store.add({ url, ticketId, at: now() + FAR_MS }), ticketId, url)
}
