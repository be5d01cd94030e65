import { setImmediate } from 'node:timers/promises'
import type { IndexStore } from '../store/index-store.ts'
import type { IndexesLog } from './log.ts'

/** Deletes the entries of removed indexes in the background, a few at a time. */
export function createSweeper(store: Pick<IndexStore, 'sweep'>, log: IndexesLog) {
  let isStopped = false
  let sweeping: Promise<void> | null = null
  const sweep = async () => {
    do await setImmediate()
    while (!isStopped && store.sweep())
  }
  return {
    start() {
      sweeping ??= sweep()
        .catch((error: unknown) =>
          log.error('deleting the entries of removed indexes failed; it goes on at the next start', { error }),
        )
        .finally(() => (sweeping = null))
    },
    async stop() {
      isStopped = true
      await sweeping
    },
  }
}
